import { Refusal } from '@weir/contract/errors'
import type { Channel, Ports } from '@weir/relay/ports'
import type { Channels } from '@weir/store/repositories/channels'

export interface ResolvedTarget {
  /** As it is stored: its key may be a reference. */
  readonly channel: Channel
  /** The key itself; undefined when the reference leads to none. */
  readonly key: string | undefined
  /** What must not be shown. */
  readonly secrets: readonly string[]
}

/** A channel with its secrets, in whatever state it is: the relay's own picture holds the enabled ones alone. */
export const resolveTarget = async (
  channels: Pick<Channels, 'target'>,
  id: number,
  resolveKey: Ports['resolveKey'],
): Promise<ResolvedTarget | undefined> => {
  const stored = await channels.target(id)
  if (stored === undefined) return undefined
  const key = resolveKey(stored.channel)
  return { channel: stored.channel, key, secrets: key === undefined ? stored.secrets : [...stored.secrets, key] }
}

export const missingKey = ({ channel }: ResolvedTarget): Refusal => new Refusal('key-reference-empty', { reference: channel.key })
