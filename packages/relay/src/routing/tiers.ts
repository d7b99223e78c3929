/** How channels are ordered: by priority, inside a priority those of the caller's wire first and then by weight, resting ones last. The route stage and its explanation both use this. */

interface Weighed {
  readonly priority: number
  readonly weight: number
}

interface Usable<C> {
  readonly usable: readonly C[]
  readonly areResting: boolean
}

/** Channels that keep failing rest, unless they are all there is: then the least bad choice is to try. */
export const withoutResting = <C>(channels: readonly C[], isResting: (channel: C) => boolean): Usable<C> => {
  const awake = channels.filter((channel) => !isResting(channel))
  return awake.length > 0 ? { usable: awake, areResting: false } : { usable: channels, areResting: true }
}

/** The highest priority first. */
export const tiersOf = <C extends Weighed>(channels: readonly C[]): readonly (readonly C[])[] => {
  const priorities = [...new Set(channels.map(({ priority }) => priority))].toSorted((a, b) => b - a)
  return priorities.map((priority) => channels.filter((channel) => channel.priority === priority))
}

/** Those that answer without translation first; the order inside each half is kept. */
export const ownWireFirst = <C>(channels: readonly C[], isServedAsIs: (channel: C) => boolean): readonly C[] => {
  const own = channels.filter(isServedAsIs)
  return own.length === 0 || own.length === channels.length ? channels : [...own, ...channels.filter((channel) => !isServedAsIs(channel))]
}

/** All weights zero means equal; a zero beside a positive weight is drained. */
export const weightIn = <C extends Weighed>(tier: readonly C[], channel: C): number =>
  tier.some(({ weight }) => weight > 0) ? channel.weight : 1
