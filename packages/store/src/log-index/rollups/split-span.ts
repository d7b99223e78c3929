import type { Floors } from '../floor.ts'

/** Seconds; `to` is not part of it. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface SplitSpan {
  /** Whole hours or days that can be read as rollups; together one span without a gap. */
  readonly rollups: readonly (Span & { readonly grain: number })[]
  /** What is left over at both ends. */
  readonly remainder: readonly Span[]
}

/** Splits a span into as few rollups as possible and a remainder. Grains are given largest first, each a multiple of the next. */
export const splitSpan = ({ from, to }: Span, [grain, ...finer]: readonly number[]): SplitSpan => {
  if (from >= to) return { rollups: [], remainder: [] }
  if (grain === undefined) return { rollups: [], remainder: [{ from, to }] }
  const first = Math.ceil(from / grain) * grain
  const end = Math.floor(to / grain) * grain
  if (first >= end) return splitSpan({ from, to }, finer)
  const before = splitSpan({ from, to: first }, finer)
  const after = splitSpan({ from: end, to }, finer)
  return {
    rollups: [...before.rollups, { grain, from: first, to: end }, ...after.rollups],
    remainder: [...before.remainder, ...after.remainder],
  }
}

/**
 * The part of a span that counts. Before the floor of the rows there are rollups alone: an end that lies there is taken back to where one begins,
 * so that of two periods that follow each other one counts it. Grains are given largest first; without any, nothing but rows could be read.
 */
export const countedSpan = ({ from, to }: Span, { floor, rowFloor }: Floors, grains: readonly number[]): Span => {
  const finest = grains.at(-1) ?? 1
  const begin = (time: number): number => (time < rowFloor ? time - (time % finest) : time)
  return { from: Math.max(begin(from), floor), to: begin(to) }
}
