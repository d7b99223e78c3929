import { parseJsonObject } from '@weir/contract/values/json'

export interface ReadMap {
  /** JSON of the entries that can be set here. */
  readonly kept: string
  /** The older programs take nearly anything: one entry that is nothing here must not cost the others. */
  readonly refused: readonly (readonly [string, unknown])[]
}

/** A map that is kept as JSON, entry by entry; undefined when it is none. `isAllowed` judges a map of one entry. */
export const readMap = (text: string, isAllowed: (map: string) => boolean): ReadMap | undefined => {
  const object = parseJsonObject(text.trim() === '' ? '{}' : text)
  if (object === undefined) return undefined
  const judged = Object.entries(object).map((entry) => ({ entry, isKept: isAllowed(JSON.stringify(Object.fromEntries([entry]))) }))
  const where = (isKept: boolean) => judged.filter((each) => each.isKept === isKept).map(({ entry }) => entry)
  return { kept: JSON.stringify(Object.fromEntries(where(true))), refused: where(false) }
}
