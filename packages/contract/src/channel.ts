import { z } from 'zod'
import { channelTypeById } from './catalog/channel-types.ts'
import { askedProbe, testOutcome, testedModel } from './channel-test.ts'
import { endpoint } from './endpoint.ts'
import { idParams, noData, pageQuery, searchQuery } from './envelope.ts'
import { parseJsonObject } from './values/json.ts'
import { cleanText, epochSeconds, joinedList, quotaUnits } from './values/quantity.ts'

export const ChannelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const

/** Only environment variables of such names can be the key of a channel. */
export const KEY_VARIABLE_PREFIX = 'WEIR_CHANNEL_'

export const channelObject = z.object({
  id: z.int(),
  type: z.int(),
  key: z.literal('').default(''),
  status: z.int(),
  name: z.string(),
  weight: z.int(),
  created_time: epochSeconds,
  test_time: epochSeconds,
  response_time: z.int(),
  base_url: z.string(),
  other: z.string(),
  balance: z.number(),
  balance_updated_time: epochSeconds,
  models: z.string(),
  group: z.string(),
  used_quota: quotaUnits,
  model_mapping: z.string(),
  priority: z.int(),
  config: z.string(),
  system_prompt: z.string(),
  /** How the last test of the channel itself ended; null when it was never tested, or before outcomes were kept. */
  last_test: testOutcome.nullable(),
})
export type ChannelObject = z.output<typeof channelObject>

/** Names and keys travel in headers and addresses, where a line break would start something of its own. */
const hasControl = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text)
const oneLine = (max: number) => cleanText(max).refine((text) => !hasControl(text), 'control')

/** A service account file is text of several lines, and is never sent as it is. */
const MULTI_LINE = 'vertex_ai_adc'

const jsonTextWhere = (isUsable: (value: object) => boolean) =>
  cleanText(20_000)
    .transform((text) => text.trim())
    .refine((text) => {
      const value = parseJsonObject(text)
      return text === '' || (value !== undefined && isUsable(value))
    }, 'JSON')

const isPlainConfig = (value: object): boolean =>
  Object.entries(value).every(([name, part]) => name === MULTI_LINE || typeof part !== 'string' || !hasControl(part))

const jsonText = jsonTextWhere(isPlainConfig)

/** Maps a requested model name to the name sent upstream. */
const modelMapping = jsonTextWhere((value) =>
  Object.values(value).every((target) => typeof target === 'string' && target !== '' && !hasControl(target)),
)

const isHttpUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
}

const baseUrl = oneLine(500)
  .transform((text) => text.trim().replace(/\/$/, ''))
  .refine((text) => text === '' || isHttpUrl(text), 'http(s) URL')

const channelType = z.int().refine((id) => channelTypeById(id) !== undefined, 'type')
const rank = z.int().min(-1_000_000_000).max(1_000_000_000)
const settableStatus = z.union([z.literal(ChannelStatus.enabled), z.literal(ChannelStatus.disabled)])
const nonEmptyList = joinedList.refine((list) => list !== '', 'required')

export const isSendableKey = (key: string): boolean => /^[\x20-\x7e]*$/.test(key.trim())

const channelFields = {
  name: oneLine(100).refine((name) => name.trim() !== '', 'required'),
  models: oneLine(200_000).pipe(nonEmptyList),
  group: oneLine(2_000).pipe(nonEmptyList),
  base_url: baseUrl,
  other: oneLine(500),
  model_mapping: modelMapping,
  config: jsonText,
  system_prompt: cleanText(20_000),
  priority: rank,
  weight: rank.min(0),
}

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/channel/',
  access: 'admin',
  summary: 'One page of channels, newest first; keys are never shown',
  input: { query: pageQuery },
  data: z.array(channelObject),
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/channel/:id',
  access: 'admin',
  summary: 'One channel, without its key',
  input: { params: idParams },
  data: channelObject,
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/api/channel/',
  access: 'admin',
  summary: 'Create one channel for each non-empty line of key',
  input: {
    body: z.object({
      ...channelFields,
      type: channelType,
      key: cleanText(200_000)
        .refine((key) => key.trim() !== '', 'required')
        .refine((key) => key.split(/\r?\n/).every(isSendableKey), 'key'),
      group: channelFields.group.default('default'),
      base_url: baseUrl.default(''),
      other: channelFields.other.default(''),
      model_mapping: modelMapping.default(''),
      config: jsonText.default(''),
      system_prompt: channelFields.system_prompt.default(''),
      priority: rank.default(0),
      weight: channelFields.weight.default(0),
    }),
  },
  data: noData,
  audit: 'channel.create',
})

/** A field that is absent stays as it is; an empty key means "keep". */
export const editChannel = endpoint({
  method: 'PUT',
  path: '/api/channel/',
  access: 'admin',
  summary: 'Change the given fields of a channel',
  input: {
    body: z
      .object({ ...channelFields, type: channelType, status: settableStatus, key: cleanText(20_000).refine(isSendableKey, 'key') })
      .partial()
      .extend({ id: z.int().positive() }),
  },
  data: channelObject,
  audit: 'channel.edit',
})

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/channel/:id/',
  access: 'admin',
  summary: 'Delete a channel',
  input: { params: idParams },
  data: noData,
  audit: 'channel.delete',
})

export const searchChannels = endpoint({
  method: 'GET',
  path: '/api/channel/search',
  access: 'admin',
  summary: 'Channels by id, by the beginning of the name, or by the exact key',
  input: { query: searchQuery },
  data: z.array(channelObject),
})

/** The shape of OpenAI's model list inside the envelope: existing clients read `data[].id`. */
export const listChannelModels = endpoint({
  method: 'GET',
  path: '/api/channel/models',
  access: 'admin',
  summary: 'Every model the product knows',
  input: {},
  data: z.array(z.object({ id: z.string(), object: z.literal('model'), owned_by: z.string() })),
  extra: z.object({ object: z.literal('list') }),
})

export const deleteDisabledChannels = endpoint({
  method: 'DELETE',
  path: '/api/channel/disabled',
  access: 'admin',
  summary: 'Delete every disabled channel; the answer is how many',
  input: {},
  data: z.int(),
  audit: 'channel.delete-disabled',
})

export const testChannel = endpoint({
  method: 'GET',
  path: '/api/channel/test/:id/',
  access: 'admin',
  summary: 'Test one channel, with a short chat unless a probe is named; the message is the reply or the reason',
  input: { params: idParams, query: z.object({ model: testedModel.default(''), probe: askedProbe.optional() }) },
  /** Of a named probe. */
  data: z.array(testOutcome).optional(),
  extra: z.object({ time: z.number(), modelName: z.string() }),
  changesState: true,
  audit: 'channel.test',
})

export const testChannels = endpoint({
  method: 'GET',
  path: '/api/channel/test',
  access: 'admin',
  summary: 'Test all channels, or the disabled ones, in the background',
  input: { query: z.object({ scope: z.enum(['all', 'disabled']).catch('all') }) },
  data: noData,
  changesState: true,
  audit: 'channel.test-many',
})

/** How far the background test has come, with the result of every channel tested so far. */
export const channelTestProgress = z.object({
  is_running: z.boolean(),
  total: z.int(),
  done: z.int(),
  results: z.array(
    z.object({
      id: z.int(),
      success: z.boolean(),
      message: z.string(),
      response_time: z.int(),
      status: z.int(),
      /** As it is kept, for the reader's own language. */
      outcome: testOutcome,
    }),
  ),
})

export const getTestProgress = endpoint({
  method: 'GET',
  path: '/api/channel/test/progress',
  access: 'admin',
  summary: 'Progress and results of the background test',
  input: {},
  data: channelTestProgress,
})

export const updateBalance = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance/:id/',
  access: 'admin',
  summary: 'Ask the provider for the balance of one channel',
  input: { params: idParams },
  data: noData,
  extra: z.object({ balance: z.number() }),
  changesState: true,
  audit: 'channel.balance',
})

export const updateBalances = endpoint({
  method: 'GET',
  path: '/api/channel/update_balance',
  access: 'admin',
  summary: 'Refresh the balances of all enabled channels in the background',
  input: {},
  data: noData,
  changesState: true,
  audit: 'channel.balance-all',
})

/** Why each channel would or would not be tried for a model, in the order of the tries. */
export const explainRoute = endpoint({
  method: 'GET',
  path: '/api/channel/route',
  access: 'admin',
  summary: 'Explain how a request for a model in a group would be routed',
  input: {
    query: z.object({
      model: cleanText(200),
      group: cleanText(64).default('default'),
      wire: z.enum(['chat', 'responses', 'messages', 'gemini']).default('chat'),
    }),
  },
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      type: z.int(),
      priority: z.int(),
      weight: z.int(),
      /** 1 is tried first; 0 is never tried. */
      order: z.int(),
      /** Chance of being the first try, from 0 to 1. */
      share: z.number(),
      /** Speaks the wire that was asked about itself; otherwise calls are translated for it. */
      own_wire: z.boolean(),
      reason: z.enum(['usable', 'drained', 'circuit-open', 'disabled', 'auto-disabled', 'other-group', 'other-model', 'unsupported']),
    }),
  ),
})
