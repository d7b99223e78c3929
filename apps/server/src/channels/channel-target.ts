import type { ChannelObject } from '@weir/contract/channel'
import { splitList } from '@weir/contract/quantity'
import { isObject, parseJson } from '@weir/dialects/json'
import type { Channel } from '@weir/relay/ports'
import type { Channels } from '@weir/store/repositories/channels'

/** Text that is not a JSON object counts as empty, as it does for the relay. */
export const stringsOf = (text: string): Readonly<Record<string, string>> => {
  const value = parseJson(text)
  if (!isObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** A channel with its secrets, in whatever state it is: the relay's own picture holds the enabled ones alone. */
export const readTarget = async (
  channels: Pick<Channels, 'secretsOf'>,
  channel: ChannelObject,
): Promise<{ readonly target: Channel; readonly secrets: readonly string[] } | undefined> => {
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
  return { target, secrets: [stored.key, ...Object.values(hidden)] }
}
