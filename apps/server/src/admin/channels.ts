import { catalog } from '@weir/contract/catalog/catalog'
import {
  createChannel,
  deleteChannel,
  deleteDisabledChannels,
  editChannel,
  getChannel,
  listChannelModels,
  listChannels,
  searchChannels,
  type ChannelObject,
} from '@weir/contract/channel'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { Refusal, type Language } from '@weir/contract/errors'
import type { Channels } from '@weir/store/repositories/channels'
import { isKeyReference, type ExternalKeys } from '../channels/external-keys.ts'
import { createKeyCheck } from './check-key.ts'
import { Reply } from './reply.ts'
import { invalidInput } from './invalid-input.ts'
import { route, type Route } from './route.ts'
import { splitConfig } from '../channels/channel-secrets.ts'
import { SEARCH_LIMIT, toPage } from './page.ts'

const found = (channel: ChannelObject | undefined, id: number): ChannelObject => {
  if (channel === undefined) throw new Refusal('not-found', { object: '#', id })
  return channel
}

/** Some types cannot work without an address: it has no default, and nothing else tells it. */
const requireAddress = (type: number, baseUrl: string, language: Language): void => {
  const isRequired = channelTypeById(type)?.fields?.some((field) => field.name === 'base_url' && field.isRequired === true) === true
  if (baseUrl === '' && isRequired) throw invalidInput('base_url', 'required', language)
}

const originOf = (type: number, baseUrl: string): string => {
  const address = baseUrl || (channelTypeById(type)?.defaultBaseUrl ?? '')
  return URL.canParse(address) ? new URL(address).origin : address
}

/** A stored key or secret setting belongs to the address it was given for: pointing the channel elsewhere must not carry it there. */
const isMoved = (before: ChannelObject, after: { readonly type: number; readonly baseUrl: string }): boolean =>
  originOf(before.type, before.base_url) !== originOf(after.type, after.baseUrl)

const keysOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const knownModels = [...catalog.values()]
  .map(({ model, vendor }) => ({ id: model, object: 'model' as const, owned_by: vendor }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** What the trail says of a channel: neither its key nor its settings, where providers keep further secrets. */
const shown = ({ key: _key, config: _config, ...rest }: ChannelObject) => rest

interface Dependencies {
  readonly channels: Channels
  readonly checkKeyReference: ExternalKeys['check']
}

export const channelRoutes = ({ channels, checkKeyReference }: Dependencies): readonly Route[] => {
  const checkKey = createKeyCheck(checkKeyReference)

  const settingsFor = async (before: ChannelObject, config: string | undefined, isElsewhere: boolean) => {
    if (isElsewhere) return splitConfig(config ?? before.config)
    return config === undefined ? {} : splitConfig(config, (await channels.secretsOf(before.id))?.secretConfig)
  }

  return [
    route(listChannels, async ({ query }) => [...(await channels.list(toPage(query)))]),
    route(searchChannels, async ({ query }) => [...(await channels.search(query.keyword, SEARCH_LIMIT))]),
    route(listChannelModels, async () => new Reply(knownModels, { extra: { object: 'list' } })),
    route(getChannel, async ({ params }) => found(await channels.get(params.id), params.id)),
    route(createChannel, async ({ body }, { actor, language, recordChange }) => {
      requireAddress(body.type, body.base_url, language)
      const { key, base_url: baseUrl, model_mapping: modelMapping, system_prompt: systemPrompt, ...fields } = body
      const common = { ...fields, baseUrl, modelMapping, systemPrompt, ...splitConfig(body.config) }
      const keys = keysOf(key)
      for (const line of keys) checkKey(line, actor)
      const ids = await channels.createMany(keys.map((line) => ({ ...common, key: line })))
      const { name, type, models, group } = fields
      for (const id of ids) recordChange({ object: `channel ${id}`, after: { name, type, base_url: baseUrl, models, group } })
    }),
    route(editChannel, async ({ body }, { actor, language, recordChange }) => {
      const before = found(await channels.get(body.id), body.id)
      const { id, key: givenKey, base_url: baseUrl, model_mapping: modelMapping, system_prompt: systemPrompt, ...fields } = body
      const key = givenKey?.trim() || undefined
      if (key !== undefined) checkKey(key, actor)
      const after = { type: body.type ?? before.type, baseUrl: baseUrl ?? before.base_url }
      requireAddress(after.type, after.baseUrl, language)
      const isElsewhere = isMoved(before, after)
      if (isElsewhere && key === undefined) throw new Refusal('key-required')
      const settings = await settingsFor(before, body.config, isElsewhere)
      const wanted = { ...fields, key, baseUrl, modelMapping, systemPrompt, ...settings }
      const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
      const channel = found(await channels.update(id, Object.fromEntries(given)), id)
      recordChange({
        object: `channel ${id}`,
        before: shown(before),
        after: { ...shown(channel), ...(key !== undefined && { key: isKeyReference(key) ? key : 'changed' }) },
      })
      return channel
    }),
    route(deleteChannel, async ({ params }, { recordChange }) => {
      const before = found(await channels.get(params.id), params.id)
      if (!(await channels.delete(params.id))) throw new Refusal('not-found', { object: '#', id: params.id })
      recordChange({ object: `channel ${params.id}`, before: shown(before) })
    }),
    route(deleteDisabledChannels, async (_, { recordChange }) => {
      const deleted = await channels.deleteDisabled()
      recordChange({ object: 'channels', after: { deleted } })
      return deleted
    }),
  ]
}
