import { catalog } from '@weir/contract/catalog/catalog'
import {
  ChannelStatus,
  copyChannel,
  createChannel,
  deleteChannel,
  deleteChannels,
  deleteDisabledChannels,
  editChannel,
  getChannel,
  listChannelModels,
  listChannels,
  searchChannels,
  type ChannelObject,
} from '@weir/contract/channel'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { settingProxy } from '@weir/contract/channels/channel-proxy'
import { CHANNEL_FACETS } from '@weir/contract/channels/channel-list'
import { Refusal, notFound, type Language } from '@weir/contract/errors'
import type { GivenKey } from '@weir/store/channels/key-states'
import type { ChannelKeys } from '@weir/store/repositories/channel-keys'
import type { ChannelEdit, Channels } from '@weir/store/repositories/channels'
import type { ChannelWish } from '@weir/store/channels/match-channels'
import type { Page } from '@weir/store/rows'
import { readsAsReference, type ExternalKeys } from '../../channels/external-keys.ts'
import { wishOfNewApi, withChannelInfo } from './channel-info.ts'
import { createKeyCheck } from './check-key.ts'
import { Reply } from '../reply.ts'
import { invalidInput } from '../invalid-input.ts'
import { route, type Route } from '../route.ts'
import { isMoved } from '../../channels/moved-address.ts'
import { NOTHING_STORED, splitOverrides, type GivenOverrides } from '../../channels/channel-overrides.ts'
import { keyFromConfig, shownConfig, splitConfig } from '../../channels/channel-secrets.ts'
import { countedPageOf, foundOf } from '../page.ts'

const found = (channel: ChannelObject | undefined, id: number): ChannelObject => {
  if (channel === undefined) throw notFound('channel', id)
  return channel
}

/** Some types cannot work without an address: it has no default, and nothing else tells it. */
const requireAddress = (type: number, baseUrl: string, language: Language): void => {
  const isRequired = channelTypeById(type)?.fields?.some((field) => field.name === 'base_url' && field.isRequired === true) === true
  if (baseUrl === '' && isRequired) throw invalidInput('base_url', 'required', language)
}

const requireModels = (type: number, models: string, language: Language): void => {
  if (models === '' && channelTypeById(type)?.isModelFree !== true) throw invalidInput('models', 'required', language)
}

const nameFor = (name: string, type: number, language: Language): string => name || (channelTypeById(type)?.name[language] ?? '')

interface MayBeEmpty {
  readonly key?: string | undefined
  readonly name?: string | undefined
  readonly models?: string | undefined
  readonly group?: string | undefined
}

/** What no channel is without: an empty one is no wish. */
const filled = ({ key, name, models, group }: MayBeEmpty): MayBeEmpty => ({
  key: key?.trim() || undefined,
  name: name || undefined,
  models: models || undefined,
  group: group || undefined,
})

/** Off is off: what a test or a fault has done to another channel is no fact about this one. */
const firstStatus = (wanted: number = ChannelStatus.enabled): number =>
  wanted === ChannelStatus.enabled ? ChannelStatus.enabled : ChannelStatus.disabled

/** Its own status 3 comes back from every form that read it, and is nobody's wish. */
const wantedStatus = (wanted: number | undefined, before: ChannelObject, language: Language): number | undefined => {
  if (wanted !== ChannelStatus.autoDisabled) return wanted
  if (before.status === ChannelStatus.autoDisabled) return undefined
  throw invalidInput('status', 'set-by-tests', language)
}

const keysOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const toGivenKey = (key: string): GivenKey => ({ key, isKeyReference: readsAsReference(key) })

/** A reference is no secret. */
const toldKey = (key: GivenKey | undefined) => (key === undefined ? {} : { key: key.isKeyReference ? key.key : 'changed' })

/** What is absent stays as it is. */
const given = (wanted: object): object => Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))

/** The keys of one channel: each once. */
const distinctKeys = (lines: readonly string[]): readonly GivenKey[] => [...new Set(lines)].map(toGivenKey)

const requireMode = (mode: string | undefined, keys: readonly string[], language: Language): void => {
  if (mode === 'single' && keys.length > 1) throw invalidInput('key', 'one-key', language)
}

/** The keys that a channel has are for the address that it had. */
const requireAllKeys = (
  { key, joinsKeys }: { readonly key?: string | undefined; readonly joinsKeys: boolean },
  language: Language,
): void => {
  if (joinsKeys) throw invalidInput('key_mode', 'moved-keys', language)
  if (key === undefined) throw new Refusal('key-required')
}

/** Without its password. */
const proxyIn = ({ setting }: ChannelObject): string => settingProxy.parse(setting)

const presented = (channel: ChannelObject): ChannelObject => ({ ...channel, config: shownConfig(channel.type, channel.config) })

const knownModels = [...catalog.values()]
  .map(({ model, vendor }) => ({ id: model, object: 'model' as const, owned_by: vendor }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))

const MAX_NAME = 100

/** What the trail says of a channel: neither its key nor its settings, where providers keep further secrets. */
const shown = ({ key: _key, config: _config, ...rest }: ChannelObject) => rest

interface Dependencies {
  readonly channels: Channels
  readonly channelKeys: Pick<ChannelKeys, 'all' | 'severalOf'>
  readonly checkKeyReference: ExternalKeys['check']
}

export const channelRoutes = ({ channels, channelKeys, checkKeyReference }: Dependencies): readonly Route[] => {
  const checkKey = createKeyCheck(checkKeyReference)

  const settingsFor = async (before: ChannelObject, config: string | undefined, isElsewhere: boolean) => {
    if (isElsewhere) return splitConfig(config ?? before.config)
    if (config === undefined) return {}
    const stored = await channels.secretsOf(before.id)
    const settings = splitConfig(config, stored?.secretConfig)
    // A key that was made of the settings follows them: a secret that is left empty is one of its parts.
    const isOfSettings = stored !== undefined && keyFromConfig(before.type, { ...before, ...stored }) === stored.key
    const key = isOfSettings ? keyFromConfig(before.type, settings) : undefined
    return { ...settings, ...(key !== undefined && { key }) }
  }

  /** A secret header belongs to the address it was given for, as the key does; a password to its proxy. */
  const overridesFor = async (before: ChannelObject, given: GivenOverrides, isElsewhere: boolean) => {
    if (!isElsewhere && Object.values(given).every((value) => value === undefined)) return {}
    const shown = proxyIn(before)
    const { headers = {}, proxyPassword = '' } = (await channels.secretsOf(before.id))?.secretOverrides ?? {}
    const secretOverrides = { headers: isElsewhere ? {} : headers, proxyPassword }
    const wanted = { headerOverride: given.headerOverride ?? before.header_override, proxy: given.proxy ?? shown }
    return splitOverrides(wanted, { proxy: shown, secretOverrides })
  }

  /** A line break in the one key of a channel is a slip; where there are several, each line is one. */
  const requireSeveral = async (id: number, further: readonly GivenKey[], language: Language): Promise<void> => {
    if (further.length === 0) return
    if (((await channelKeys.all(id))?.keys.length ?? 0) < 2) throw invalidInput('key', 'one-line', language)
  }

  const told = (rows: readonly ChannelObject[], isNewApi: boolean): Promise<readonly ChannelObject[]> => {
    const shownRows = rows.map(presented)
    return isNewApi ? withChannelInfo(shownRows, channelKeys) : Promise.resolve(shownRows)
  }

  const toldOne = async (channel: ChannelObject, isNewApi: boolean): Promise<ChannelObject> =>
    found((await told([channel], isNewApi))[0], channel.id)

  const listingOf = (wish: ChannelWish, isNewApi: boolean) => {
    const ids = channels.matching(isNewApi ? wishOfNewApi(wish) : wish)
    return {
      read: async ({ offset, limit }: Page) => told(await channels.among((await ids).slice(offset, offset + limit)), isNewApi),
      count: async () => (await ids).length,
    }
  }

  return [
    route(listChannels, ({ query }, { isNewApi }) => {
      if (CHANNEL_FACETS.some((facet) => query[facet].length > 0)) return countedPageOf(query, isNewApi, listingOf(query, isNewApi))
      const read = async (page: Page) => told(await channels.list(page), isNewApi)
      return countedPageOf(query, isNewApi, { read, count: () => channels.count() })
    }),
    route(searchChannels, ({ query }, { isNewApi }) => foundOf(query, isNewApi, listingOf(query, isNewApi))),
    route(listChannelModels, async () => new Reply(knownModels, { extra: { object: 'list' } })),
    route(getChannel, async ({ params }, { isNewApi }) => toldOne(found(await channels.get(params.id), params.id), isNewApi)),
    route(createChannel, async ({ body }, { actor, language, trace }) => {
      requireAddress(body.type, body.base_url, language)
      requireModels(body.type, body.models, language)
      const {
        key,
        mode,
        multi_key_mode: keyMode,
        status,
        base_url: baseUrl,
        model_mapping: modelMapping,
        system_prompt: systemPrompt,
        header_override: headerOverride,
        param_override: paramOverride,
        setting: proxy,
        ...given
      } = body
      const fields = { ...given, name: nameFor(given.name, body.type, language), group: given.group || 'default' }
      const settings = {
        ...splitConfig(body.config),
        ...splitOverrides({ headerOverride, proxy }, NOTHING_STORED),
        status: firstStatus(status),
      }
      const common = { ...fields, baseUrl, modelMapping, systemPrompt, paramOverride, ...settings }
      const keys = keysOf(key)
      requireMode(mode, keys, language)
      for (const line of keys) checkKey(line, actor)
      const [first, ...furtherKeys] = distinctKeys(keys)
      const isOne = mode === 'multi_to_single' && first !== undefined
      const wanted = isOne
        ? [{ ...common, ...first, furtherKeys, ...(keyMode && { keyMode }) }]
        : keys.map((line) => ({ ...common, ...toGivenKey(line) }))
      const { name, type, models, group, tag } = fields
      const after = { name, type, base_url: baseUrl, models, group, tag, status: settings.status }
      await channels.createMany(
        wanted,
        trace((ids) => ids.map((id) => ({ object: `channel ${id}`, after }))),
      )
    }),
    route(editChannel, async ({ body }, { actor, language, trace, isNewApi }) => {
      const before = found(await channels.get(body.id), body.id)
      const {
        id,
        key: _given,
        key_mode: wantedKeys,
        multi_key_mode: keyMode,
        base_url: baseUrl,
        model_mapping: modelMapping,
        system_prompt: systemPrompt,
        header_override: headerOverride,
        param_override: paramOverride,
        setting: proxy,
        ...fields
      } = body
      const { key, ...kept } = filled(body)
      const [first, ...furtherKeys] = distinctKeys(keysOf(key ?? ''))
      for (const line of keysOf(key ?? '')) checkKey(line, actor)
      await requireSeveral(id, furtherKeys, language)
      const place = { type: before.type, baseUrl: before.base_url, proxy: proxyIn(before) }
      const after = { type: body.type ?? place.type, baseUrl: baseUrl ?? place.baseUrl, proxy: proxy ?? place.proxy }
      requireAddress(after.type, after.baseUrl, language)
      const isElsewhere = isMoved(place, after)
      const joinsKeys = wantedKeys === 'append'
      if (isElsewhere) requireAllKeys({ key, joinsKeys }, language)
      const settings = {
        ...(await settingsFor(before, body.config, isElsewhere)),
        ...(await overridesFor(before, { headerOverride, proxy }, isElsewhere)),
      }
      const status = wantedStatus(fields.status, before, language)
      requireModels(after.type, kept.models ?? before.models, language)
      const newKey = first === undefined ? {} : { ...first, furtherKeys, joinsKeys }
      const wanted = { ...fields, ...kept, status, keyMode, baseUrl, modelMapping, systemPrompt, paramOverride, ...settings, ...newKey }
      const traced = trace((edit: ChannelEdit | undefined) =>
        edit === undefined
          ? []
          : [{ object: `channel ${id}`, before: shown(edit.before), after: { ...shown(edit.after), ...toldKey(first) } }],
      )
      return await toldOne(found(await channels.update(id, given(wanted), traced), id), isNewApi)
    }),
    route(deleteChannel, async ({ params }, { trace }) => {
      const before = found(await channels.get(params.id), params.id)
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `channel ${params.id}`, before: shown(before) }] : []))
      if (!(await channels.delete(params.id, traced))) throw notFound('channel', params.id)
    }),
    route(deleteChannels, async ({ body: { ids } }, { trace }) => {
      const names = await channels.names(ids)
      const deleted = await channels.deleteMany(
        ids,
        trace((gone) => gone.map((id) => ({ object: `channel ${id}`, before: { name: names.get(id) } }))),
      )
      return deleted.length
    }),
    route(copyChannel, async ({ params, query }, { actor, language, trace }) => {
      const source = found(await channels.get(params.id), params.id)
      const secrets = await channels.secretsOf(params.id)
      if (secrets === undefined) throw notFound('channel', params.id)
      const copied = (await channelKeys.all(params.id)) ?? { keys: [], mode: 'polling' as const }
      for (const { key } of copied.keys) checkKey(key, actor)
      const [first, ...furtherKeys] = copied.keys
      const name = `${source.name}${query.suffix}`
      if (name.length > MAX_NAME) throw invalidInput('suffix', 'too-long', language)
      const { type, weight, priority, other, models, group, tag, config, cost } = source
      const fields = { type, name, weight, priority, other, models, group, tag, config, cost, status: firstStatus(source.status) }
      const texts = { baseUrl: source.base_url, modelMapping: source.model_mapping, systemPrompt: source.system_prompt }
      const overrides = { headerOverride: source.header_override, paramOverride: source.param_override, proxy: proxyIn(source) }
      const copy = { ...fields, ...texts, ...overrides, ...secrets, ...first, furtherKeys, keyMode: copied.mode }
      const [id = 0] = await channels.createMany(
        [copy],
        trace((ids) => ids.map((each) => ({ object: `channel ${each}`, after: { copy_of: params.id, name } }))),
      )
      return { id }
    }),
    route(deleteDisabledChannels, (_, { trace }) =>
      channels.deleteDisabled(trace((deleted) => [{ object: 'channels', after: { deleted } }])),
    ),
  ]
}
