import type { Mutant } from './mutant.ts'

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffled = <Item>(items: readonly Item[], random: () => number): readonly Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly Item[])[] =>
  [...Map.groupBy(items, keyOf)].toSorted(([a], [b]) => a.localeCompare(b)).map(([, group]) => group)

/** One of each group in turn, so that no group outweighs another however large it is. */
const interleaved = <Item>(groups: readonly (readonly Item[])[]): readonly Item[] => {
  const longest = Math.max(0, ...groups.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => groups.flatMap((group) => group.slice(at, at + 1))).flat()
}

/** The mutants in the order in which they are taken: spread over areas, in each over kinds, in each over files. */
export const sample = (
  mutants: readonly Mutant[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly Mutant[] => {
  const random = seeded(seed)
  const byFile = (group: readonly Mutant[]): readonly Mutant[] =>
    interleaved(
      shuffled(
        grouped(group, ({ path }) => path),
        random,
      ).map((file) => shuffled(file, random)),
    )
  const byKind = (group: readonly Mutant[]): readonly Mutant[] =>
    interleaved(
      shuffled(
        grouped(group, ({ kind }) => kind),
        random,
      ).map(byFile),
    )
  return interleaved(grouped(mutants, ({ area }) => area).map(byKind)).slice(0, count)
}
