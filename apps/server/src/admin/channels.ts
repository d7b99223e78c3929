import { createChannel, deleteChannel, editChannel, getChannel, listChannels, type ChannelObject } from '@weir/contract/channel'
import { channelTypeById } from '@weir/contract/channel-types'
import { Refusal, type Language } from '@weir/contract/errors'
import type { Channels } from '@weir/store/repositories/channels'
import { invalidInput } from '../http/input.ts'
import { route, type Route } from '../http/route.ts'
import { toPage } from './page.ts'

const found = (channel: ChannelObject | undefined, id: number): ChannelObject => {
  if (channel === undefined) throw new Refusal('not-found', { object: '#', id })
  return channel
}

/** Types without an address of their own cannot work without one. */
const requireAddress = (type: number, baseUrl: string, language: Language): void => {
  if (baseUrl === '' && channelTypeById(type)?.defaultBaseUrl === '') throw invalidInput('base_url', 'required', language)
}

const originOf = (type: number, baseUrl: string): string => {
  const address = baseUrl || (channelTypeById(type)?.defaultBaseUrl ?? '')
  return URL.canParse(address) ? new URL(address).origin : address
}

/** A stored key belongs to the address it was given for: pointing the channel elsewhere must not carry the key there. */
const requireKeyForNewOrigin = (
  before: ChannelObject,
  after: { readonly type: number; readonly baseUrl: string },
  key: string | undefined,
): void => {
  const isMoved = originOf(before.type, before.base_url) !== originOf(after.type, after.baseUrl)
  if (isMoved && key === undefined) throw new Refusal('key-required')
}

const keysOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const channelRoutes = ({ channels }: { readonly channels: Channels }): readonly Route[] => [
  route(listChannels, async ({ query }) => [...(await channels.list(toPage(query)))]),
  route(getChannel, async ({ params }) => found(await channels.get(params.id), params.id)),
  route(createChannel, async ({ body }, { language }) => {
    requireAddress(body.type, body.base_url, language)
    const { key, base_url: baseUrl, model_mapping: modelMapping, system_prompt: systemPrompt, ...fields } = body
    await channels.createMany(keysOf(key).map((line) => ({ ...fields, baseUrl, modelMapping, systemPrompt, key: line })))
  }),
  route(editChannel, async ({ body }, { language }) => {
    const before = found(await channels.get(body.id), body.id)
    const { id, key: givenKey, base_url: baseUrl, model_mapping: modelMapping, system_prompt: systemPrompt, ...fields } = body
    const key = givenKey?.trim() || undefined
    const after = { type: body.type ?? before.type, baseUrl: baseUrl ?? before.base_url }
    requireAddress(after.type, after.baseUrl, language)
    requireKeyForNewOrigin(before, after, key)
    const given = Object.entries({ ...fields, key, baseUrl, modelMapping, systemPrompt }).filter(([, value]) => value !== undefined)
    return found(await channels.update(id, Object.fromEntries(given)), id)
  }),
  route(deleteChannel, async ({ params }) => {
    if (!(await channels.delete(params.id))) throw new Refusal('not-found', { object: '#', id: params.id })
  }),
]
