import { z } from 'zod'
import { channelTypeById } from './channel-types.ts'
import { endpoint } from './endpoint.ts'
import { idParams, noData, pageQuery } from './envelope.ts'
import { cleanText, epochSeconds, joinedList, quotaUnits } from './quantity.ts'

export const ChannelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const

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
})
export type ChannelObject = z.output<typeof channelObject>

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const jsonText = cleanText(20_000)
  .transform((text) => text.trim())
  .refine((text) => text === '' || isJsonObject(text), 'JSON')

/** Maps a requested model name to the name sent upstream. */
const modelMapping = jsonText.refine(
  (text) => text === '' || Object.values(JSON.parse(text) as object).every((target) => typeof target === 'string' && target !== ''),
  'JSON',
)

const isHttpUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
}

const baseUrl = cleanText(500)
  .transform((text) => text.trim().replace(/\/$/, ''))
  .refine((text) => text === '' || isHttpUrl(text), 'http(s) URL')

const channelType = z.int().refine((id) => channelTypeById(id) !== undefined, 'type')
const rank = z.int().min(-1_000_000_000).max(1_000_000_000)
const settableStatus = z.union([z.literal(ChannelStatus.enabled), z.literal(ChannelStatus.disabled)])
const nonEmptyList = joinedList.refine((list) => list !== '', 'required')

const channelFields = {
  name: cleanText(100).refine((name) => name.trim() !== '', 'required'),
  models: cleanText(200_000).pipe(nonEmptyList),
  group: cleanText(2_000).pipe(nonEmptyList),
  base_url: baseUrl,
  other: cleanText(500),
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
      key: cleanText(200_000).refine((key) => key.trim() !== '', 'required'),
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
})

/** A field that is absent stays as it is; an empty key means "keep". */
export const editChannel = endpoint({
  method: 'PUT',
  path: '/api/channel/',
  access: 'admin',
  summary: 'Change the given fields of a channel',
  input: {
    body: z
      .object({ ...channelFields, type: channelType, status: settableStatus, key: cleanText(20_000) })
      .partial()
      .extend({ id: z.int().positive() }),
  },
  data: channelObject,
})

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/channel/:id/',
  access: 'admin',
  summary: 'Delete a channel',
  input: { params: idParams },
  data: noData,
})
