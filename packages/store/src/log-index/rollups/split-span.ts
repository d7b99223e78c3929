/** Seconds; `to` is not part of it. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Cover {
  /** Whole hours or days that can be read as sums; together one stretch without a gap. */
  readonly sums: readonly (Span & { readonly grain: number })[]
  /** What is left over at both ends. */
  readonly edges: readonly Span[]
}

/** Covers a span with as few sums as possible. Grains are given largest first, each a multiple of the next. */
export const coverOf = ({ from, to }: Span, [grain, ...finer]: readonly number[]): Cover => {
  if (from >= to) return { sums: [], edges: [] }
  if (grain === undefined) return { sums: [], edges: [{ from, to }] }
  const first = Math.ceil(from / grain) * grain
  const end = Math.floor(to / grain) * grain
  if (first >= end) return coverOf({ from, to }, finer)
  const before = coverOf({ from, to: first }, finer)
  const after = coverOf({ from: end, to }, finer)
  return {
    sums: [...before.sums, { grain, from: first, to: end }, ...after.sums],
    edges: [...before.edges, ...after.edges],
  }
}
