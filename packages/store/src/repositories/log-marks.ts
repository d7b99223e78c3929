/** A place in a list that is read newest first. */
export interface Mark {
  readonly createdAt: number
  readonly id: number
}

interface Marked {
  readonly head: Mark
  /** The n-th is the row at n steps from the head. */
  readonly marks: Mark[]
}

export interface MarkedList {
  /** The row `offset` places after `from`, or after the newest row. */
  at(from: Mark | undefined, offset: number): Promise<Mark | undefined>
  countNewer(than: Mark): Promise<number>
}

/** Rows that a page may have to count off. */
const STEP = 20_000

/**
 * Where to start reading for a deep page, and how many rows to pass over from there. Rows come in at the front and leave at the back, so a
 * mark once found stays good: only the rows that arrived since are counted. Undefined: the list ends before.
 */
export const createLogMarks = () => {
  const lists = new Map<string, Marked>()

  const open = async (name: string, list: MarkedList): Promise<{ readonly marked: Marked; readonly newer: number } | undefined> => {
    const known = lists.get(name)
    const newer = known === undefined ? 0 : await list.countNewer(known.head)
    if (known !== undefined && newer < STEP) return { marked: known, newer }
    const head = await list.at(undefined, 0)
    if (head === undefined) return undefined
    const marked = { head, marks: [head] }
    lists.set(name, marked)
    return { marked, newer: 0 }
  }

  return async (name: string, offset: number, list: MarkedList): Promise<{ readonly from?: Mark; readonly offset: number } | undefined> => {
    if (offset < STEP) return { offset }
    const opened = await open(name, list)
    if (opened === undefined) return undefined
    const { marked, newer } = opened
    const place = offset - newer
    if (place < 0) return { offset }
    const step = Math.floor(place / STEP)
    while (marked.marks.length <= step) {
      const next = await list.at(marked.marks.at(-1), STEP)
      if (next === undefined) return undefined
      marked.marks.push(next)
    }
    const from = marked.marks[step]
    return { ...(from !== undefined && { from }), offset: place % STEP }
  }
}
