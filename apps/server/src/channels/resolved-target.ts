import { Refusal } from '@weir/contract/errors'
import type { Channel, Ports } from '@weir/relay/ports'
import type { GivenKey } from '@weir/store/channels/key-states'
import type { Channels } from '@weir/store/repositories/channels'
import { readsAsReference } from './external-keys.ts'

export interface ResolvedTarget {
  /** As it is stored: its key may be a reference. */
  readonly channel: Channel
  /** The key itself; undefined when the reference leads to none. */
  readonly key: string | undefined
  /** What must not be shown. */
  readonly secrets: readonly string[]
}

interface TargetKey {
  readonly id: number
  readonly unsavedKey?: string | undefined
  /** One of several that the channel has. */
  readonly storedKey?: GivenKey | undefined
}

/** A channel with its secrets, or with another key in the place of its own, in whatever state it is: the relay's own picture holds the enabled ones alone. */
export const resolveTarget = async (
  channels: Pick<Channels, 'target'>,
  { id, unsavedKey, storedKey }: TargetKey,
  resolveKey: Ports['resolveKey'],
): Promise<ResolvedTarget | undefined> => {
  const stored = await channels.target(id)
  if (stored === undefined) return undefined
  const unsaved = unsavedKey === undefined ? {} : { key: unsavedKey, isKeyReference: readsAsReference(unsavedKey) }
  const channel = { ...stored.channel, ...unsaved, ...storedKey }
  const key = resolveKey(channel)
  return { channel, key, secrets: [...stored.secrets, channel.key, ...(key === undefined ? [] : [key])] }
}

export const missingKey = ({ channel }: ResolvedTarget): Refusal => new Refusal('key-reference-empty', { reference: channel.key })
