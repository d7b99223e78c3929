import type { ChannelObject } from '@weir/contract/channel'
import { Refusal } from '@weir/contract/errors'
import { splitList } from '@weir/contract/quantity'
import { isObject, parseJson } from '@weir/dialects/json'
import type { Channel, Ports } from '@weir/relay/ports'
import type { Channels } from '@weir/store/repositories/channels'

/** Text that is not a JSON object counts as empty, as it does for the relay. */
export const stringsOf = (text: string): Readonly<Record<string, string>> => {
  const value = parseJson(text)
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

interface Target {
  /** As it is stored: its key may be a reference. */
  readonly target: Channel
  /** The key itself; undefined when the reference leads to none. */
  readonly key: string | undefined
  /** What must not be shown. */
  readonly secrets: readonly string[]
}

/** A channel with its secrets, in whatever state it is: the relay's own picture holds the enabled ones alone. */
export const readTarget = async (
  channels: Pick<Channels, 'secretsOf'>,
  channel: ChannelObject,
  resolveKey: Ports['resolveKey'],
): Promise<Target | undefined> => {
  const stored = await channels.secretsOf(channel.id)
  if (stored === undefined) return undefined
  const hidden = stringsOf(stored.secretConfig)
  const target: Channel = {
    id: channel.id,
    type: channel.type,
    name: channel.name,
    key: stored.key,
    baseUrl: channel.base_url,
    other: channel.other,
    config: { ...stringsOf(channel.config), ...hidden },
    models: splitList(channel.models),
    groups: splitList(channel.group),
    priority: channel.priority,
    weight: channel.weight,
    modelMapping: stringsOf(channel.model_mapping),
    systemPrompt: channel.system_prompt,
  }
  const key = resolveKey(stored.key)
  return { target, key, secrets: [...(key === undefined ? [] : [key]), ...Object.values(hidden)] }
}

export const missingKey = ({ target }: Target): Refusal => new Refusal('key-reference-empty', { reference: target.key })

/** Shorter pieces of a key are words such as a region, and would make holes in ordinary text. */
const SECRET_LENGTH = 8

/** Takes secrets out of what an upstream wrote, whole or in the parts that some keys are made of. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const pieces = secrets.flatMap((secret) => [secret, ...secret.split(/[|:\s]/)]).filter((piece) => piece.length >= SECRET_LENGTH)
  return pieces.toSorted((a, b) => b.length - a.length).reduce((rest, piece) => rest.replaceAll(piece, '***'), text)
}
