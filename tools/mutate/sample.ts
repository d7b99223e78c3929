import type { Mutant } from './mutant.ts'

/** A number that depends on the seed and the text alone: a change elsewhere in the sources leaves the order of everything else as it is. */
const rankOf = (seed: number, text: string): bigint => BigInt(Bun.hash(`${seed} ${text}`))

const inOrder = <Item>(items: readonly Item[], rank: (item: Item) => bigint): readonly Item[] =>
  items
    .map((item) => ({ item, at: rank(item) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
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
  const ranked = (group: readonly Mutant[]): readonly Mutant[] =>
    inOrder(group, ({ path, context, before, after }) => rankOf(seed, [path, context, before, after].join('\n')))
  const spread = (group: readonly Mutant[], keyOf: (mutant: Mutant) => string, inner: typeof ranked): readonly Mutant[] =>
    interleaved(inOrder(grouped(group, keyOf), ([first]) => rankOf(seed, first === undefined ? '' : keyOf(first))).map(inner))
  // Each kind has an order of files of its own: otherwise all kinds would fall on the same few files.
  const byFile = (group: readonly Mutant[]): readonly Mutant[] => spread(group, ({ kind, path }) => `${kind} ${path}`, ranked)
  const byKind = (group: readonly Mutant[]): readonly Mutant[] => spread(group, ({ kind, area }) => `${area} ${kind}`, byFile)
  return interleaved(grouped(mutants, ({ area }) => area).map(byKind)).slice(0, count)
}
