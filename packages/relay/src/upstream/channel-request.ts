import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import type { Channel } from '../ports.ts'

/** In a value: the key that the channel is called with. */
const KEY_IN_HEADER = '{api_key}'

const withHeaders = (request: UpstreamRequest, overrides: NonNullable<Channel['headerOverrides']>, key: string): UpstreamRequest => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (!Object.hasOwn(overrides, name.toLowerCase())) headers[name] = value
  }
  for (const [name, value] of Object.entries(overrides)) headers[name] = value.replaceAll(KEY_IN_HEADER, () => key)
  return { ...request, headers }
}

type Sender = Pick<Channel, 'key' | 'headerOverrides' | 'proxy'>

/** A request by the channel's proxy and otherwise as it is: for what is asked of others than its upstream. */
export const proxiedOn = ({ proxy }: Pick<Channel, 'proxy'>, request: UpstreamRequest): UpstreamRequest =>
  proxy === undefined ? request : { ...request, proxy }

/** A request as its channel sends it. The same one where the channel changes nothing. */
export const requestOn = (channel: Sender, request: UpstreamRequest): UpstreamRequest => {
  const { headerOverrides, key } = channel
  return proxiedOn(channel, headerOverrides === undefined ? request : withHeaders(request, headerOverrides, key))
}

/** What no message may show of a channel. */
export const secretsOn = ({ key, headerOverrides }: Sender): readonly string[] =>
  headerOverrides === undefined ? [key] : [key, ...Object.values(headerOverrides)]

const hostOf = (baseUrl: string): readonly string[] => (URL.canParse(baseUrl) ? [new URL(baseUrl).hostname] : [])

/** What callers are not shown: its secrets, those in its settings, and whose server it is. */
export const hiddenOn = (channel: Sender & Pick<Channel, 'config' | 'baseUrl'>): readonly string[] => [
  ...secretsOn(channel),
  ...Object.values(channel.config),
  ...hostOf(channel.baseUrl),
]

/** A body with the fields of a channel over its own; null takes one out. */
export const laidOver = (body: JsonObject, fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...body, ...fields }).filter(([name, value]) => value !== null || !Object.hasOwn(fields, name)))

/** A call with the channel's fields over those of its body, where that is JSON. The very same, unread, where the channel has none. */
export const callOn = ({ bodyOverrides }: Pick<Channel, 'bodyOverrides'>, request: UpstreamRequest): UpstreamRequest => {
  if (bodyOverrides === undefined || typeof request.body !== 'string') return request
  const body = parseJson(request.body)
  if (!isObject(body)) return request
  const text = JSON.stringify(laidOver(body, bodyOverrides))
  return request.withBody?.(text) ?? { ...request, body: text }
}
