/** How the channels of one priority are ordered: by weight alone, the fastest first, or the cheapest first. */
export type Strategy = 'weighted' | 'latency' | 'cost'

/** One request in twenty goes by weight alone, so that a channel that has become faster is found out. */
export const EXPLORED_SHARE = 0.05

/** Channels that are so little slower are as fast: otherwise chance would move all requests to and fro. */
const AS_FAST = 1.2

/** Channels that have not been measured yet count as fast, so that they will be. */
const latencyRank = (ms: number | undefined, fastest: number): number => (ms === undefined || ms <= fastest * AS_FAST ? 0 : ms)

/** By milliseconds or cost; undefined when nothing is known. */
export type FigureOf<C> = (channel: C) => number | undefined

/** The lower, the earlier. Undefined for a strategy that leaves the order to the weights. */
export const rankBy = <C>(strategy: Strategy, figureOf: FigureOf<C>): ((tier: readonly C[]) => (channel: C) => number) | undefined => {
  switch (strategy) {
    case 'weighted':
      return undefined
    case 'cost':
      return () => (channel) => figureOf(channel) ?? 0
    case 'latency':
      return (tier) => {
        const fastest = Math.min(...tier.map((channel) => figureOf(channel) ?? Number.POSITIVE_INFINITY))
        return (channel) => latencyRank(figureOf(channel), fastest)
      }
  }
}
