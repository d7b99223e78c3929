import type { Ports } from '../ports.ts'

/** Whose turn it is among the keys of each channel. Every process counts for itself: the shares come out even all the same. */
export const createKeyTurns = (): Ports['keyTurn'] => {
  const turns = new Map<number, number>()
  return (channelId) => {
    const turn = turns.get(channelId) ?? 0
    turns.set(channelId, turn + 1)
    return turn
  }
}
