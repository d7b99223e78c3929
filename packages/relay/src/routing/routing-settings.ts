import type { Strategy } from './strategy.ts'

export interface RoutingSettings {
  /** Turns of one conversation go to the same channel while it can answer, since that has their prompt cached. */
  readonly keepsConversations: boolean
  /** By model: those that answer when none of its channels can. */
  readonly substitutes: Readonly<Record<string, readonly string[]>>
  /** By group; weighted where none is named. */
  readonly strategies: Readonly<Record<string, Strategy>>
  /** A name such as `m-high` is `m` with that effort, unless a channel has that very name. */
  readonly allowsEffortSuffixes: boolean
}

export const strategyOf = ({ strategies }: RoutingSettings, group: string): Strategy =>
  Object.hasOwn(strategies, group) ? (strategies[group] ?? 'weighted') : 'weighted'
