/** The models of channels. Channels with the same list share one array, so that it can be told by itself. */
export type ModelList = readonly string[]

/** Which lists a model stands on. A list is told by its place. */
export interface ModelIndex {
  readonly places: ReadonlyMap<ModelList, number>
  /** Below it lie all places. */
  readonly end: number
  /** Places that lists have left. */
  readonly free: readonly number[]
  readonly holding: ReadonlyMap<string, readonly number[]>
  /** In the order of the alphabet. */
  readonly models: readonly string[]
}

const EMPTY_INDEX: ModelIndex = { places: new Map(), end: 0, free: [], holding: new Map(), models: [] }

const settled = (before: ModelIndex, touched: ReadonlyMap<string, readonly number[]>): Pick<ModelIndex, 'holding' | 'models'> => {
  const holding = new Map(before.holding)
  let isSameSet = true
  for (const [model, places] of touched) {
    if (places.length === 0) holding.delete(model)
    else holding.set(model, places)
    isSameSet &&= places.length > 0 && before.holding.has(model)
  }
  return { holding, models: isSameSet ? before.models : [...holding.keys()].toSorted() }
}

/** Taking a list out costs about as much as writing so many anew. */
const LISTS_PER_REMOVAL = 16

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Five hundred lists of two thousand models are a million entries: they are written once, and after a change only where a list differs from
 * the one whose place it takes. What was made before stays as it is for whoever still reads it.
 */
export const indexModels = (lists: ReadonlySet<ModelList>, before: ModelIndex = EMPTY_INDEX): ModelIndex => {
  const gone = [...before.places].filter(([list]) => !lists.has(list))
  const fresh = [...lists].filter((list) => !before.places.has(list))
  if (gone.length === 0 && fresh.length === 0) return before
  if (gone.length * LISTS_PER_REMOVAL > before.places.size) return indexModels(lists)
  const touched = new Map<string, number[]>()
  const placesOf = (model: string): number[] => {
    const known = touched.get(model)
    if (known !== undefined) return known
    const copy = [...(before.holding.get(model) ?? [])]
    touched.set(model, copy)
    return copy
  }
  const leave = (place: number, list: ModelList, kept: ReadonlySet<string>): void => {
    for (const model of new Set(list)) {
      if (kept.has(model)) continue
      const held = placesOf(model)
      held.splice(held.indexOf(place), 1)
    }
  }
  const enter = (place: number, list: ModelList, kept: ReadonlySet<string>): void => {
    for (const model of list) {
      if (kept.has(model)) continue
      const held = placesOf(model)
      // A list may name a model twice.
      if (held.at(-1) !== place) held.push(place)
    }
  }
  const places = new Map(before.places)
  const free = [...before.free]
  let { end } = before
  for (const [list, place] of gone) {
    places.delete(list)
    const next = fresh.pop()
    leave(place, list, new Set(next))
    if (next === undefined) {
      free.push(place)
      continue
    }
    enter(place, next, new Set(list))
    places.set(next, place)
  }
  for (const list of fresh) {
    const place = free.pop() ?? end++
    places.set(list, place)
    enter(place, list, NOTHING)
  }
  return { places, end, free, ...settled(before, touched) }
}
