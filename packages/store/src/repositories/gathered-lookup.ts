import type { Clock } from '@weir/relay/ports'

/** Keys without a row that are looked up one by one within a second; real callers miss hardly ever. */
const FREE_MISSES = 100
const WINDOW_MS = 1000
const GATHER_MS = 10
/** Of one query. */
export const MAX_GATHERED = 100

type Rows<Row> = ReadonlyMap<string, Row>

type Find<Row> = (key: string) => Promise<Row | undefined>

interface LookupOptions<Row> {
  /** Up to `MAX_GATHERED` keys at once. */
  readonly query: (keys: readonly string[]) => Promise<Rows<Row>>
  readonly clock: Clock
  readonly pause?: () => Promise<void>
}

/**
 * A flood of guesses must neither be let through to the database one by one nor lock out a right key in its midst: while many keys have
 * no row, those of a moment are looked up together, and each lookup waits for that moment.
 */
export const createGatheredLookup = <Row>({ query, clock, pause = () => Bun.sleep(GATHER_MS) }: LookupOptions<Row>): Find<Row> => {
  let window = 0
  let misses = 0
  let batch: { readonly keys: Set<string>; readonly rows: Promise<Rows<Row>> } | undefined

  /** A lookup counts as a miss until the row is there: many at once are a flood before the first answer. */
  const isQuiet = (): boolean => {
    const now = Math.floor(clock() / WINDOW_MS)
    if (now !== window) [window, misses] = [now, 0]
    misses++
    return misses <= FREE_MISSES
  }

  const queryAll = async (keys: readonly string[]): Promise<Rows<Row>> => {
    const found = new Map<string, Row>()
    for (let at = 0; at < keys.length; at += MAX_GATHERED) {
      for (const [key, row] of await query(keys.slice(at, at + MAX_GATHERED))) found.set(key, row)
    }
    return found
  }

  const gather = (key: string): Promise<Rows<Row>> => {
    if (batch === undefined) {
      const keys = new Set<string>()
      const close = async (): Promise<Rows<Row>> => {
        await pause()
        batch = undefined
        return await queryAll([...keys])
      }
      batch = { keys, rows: close() }
    }
    batch.keys.add(key)
    return batch.rows
  }

  return async (key) => {
    const row = (await (isQuiet() ? query([key]) : gather(key))).get(key)
    if (row !== undefined && misses > 0) misses--
    return row
  }
}
