import { z } from 'zod'
import { withOwnType } from './catalog/new-api-types.ts'
import { channelFilter } from './channels/channel-list.ts'
import { absentSettings, channelDraft, channelFields, channelType, editedKeys, keyLines } from './channels/channel-fields.ts'
import { keyMode } from './channels/channel-keys.ts'
import { channelInfo, editedKeyModes } from './channels/multi-key.ts'
import { testOutcome } from './channels/channel-test.ts'
import { endpoint } from './endpoint.ts'
import { idParams, idsBody, listTotal, noData, pageQuery, searchQuery } from './envelope.ts'
import { cleanText, epochSeconds, quotaUnits } from './values/quantity.ts'

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
  tag: z.string(),
  used_quota: quotaUnits,
  model_mapping: z.string(),
  priority: z.int(),
  config: z.string(),
  system_prompt: z.string(),
  /** JSON from the name of a header to its value, laid over those of every request; `***` stands for a value that is never shown. */
  header_override: z.string(),
  /** JSON of the fields laid over the body of every call; null takes one out. */
  param_override: z.string(),
  /** JSON whose member `proxy` is the address of a proxy, with `***` for its password. Empty where there is none. */
  setting: z.string(),
  /** What its upstream takes: a factor of the price, or JSON from model to factor or price. Empty where nobody has said. */
  cost: z.string(),
  /** How the last test of the channel itself ended; null when it was never tested, or before outcomes were kept. */
  last_test: testOutcome.nullable(),
  /** For clients of new-api alone. */
  channel_info: channelInfo.optional(),
})
export type ChannelObject = z.output<typeof channelObject>

const channelStatus = z.literal(Object.values(ChannelStatus))
/** Scripts leave the status to the server with 0. */
const wantedStatus = z.union([z.literal(0).transform(() => undefined), channelStatus])

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/channel/',
  access: 'admin',
  summary: 'One page of channels, newest first, all or those of a filter; keys are never shown',
  input: { query: pageQuery.extend(channelFilter) },
  data: z.array(channelObject),
  extra: listTotal,
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/channel/:id',
  access: 'admin',
  summary: 'One channel, without its key',
  input: { params: idParams },
  data: channelObject,
})

/** Some scripts send the channel inside an object that also says what its key is. */
const unwrapChannel = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || !('channel' in body) || typeof body.channel !== 'object') return body
  return {
    ...body.channel,
    ...('mode' in body && { mode: body.mode }),
    ...('multi_key_mode' in body && { multi_key_mode: body.multi_key_mode }),
  }
}

const asMeant = (body: unknown, { isNewApi }: { readonly isNewApi: boolean }): unknown => (isNewApi ? withOwnType(body) : body)

export const createChannel = endpoint({
  method: 'POST',
  path: '/api/channel/',
  access: 'admin',
  summary: 'Create one channel for each non-empty line of key, or one channel with all of them',
  adaptBody: (body, sender) => asMeant(unwrapChannel(body), sender),
  input: {
    body: z.object({
      ...channelFields,
      ...absentSettings,
      type: channelType,
      key: keyLines,
      /** `single`: the key is one line. `multi_to_single`: one channel with a key for each line. `batch`, and without it: one channel for each. */
      mode: z.enum(['single', 'batch', 'multi_to_single']).optional(),
      /** How several keys of one channel are taken. */
      multi_key_mode: keyMode.optional(),
      status: wantedStatus.optional(),
      /** Empty: the name of the type. */
      name: channelFields.name.default(''),
      /** Empty only where the type needs none. */
      models: channelFields.models.default(''),
      group: channelFields.group.default('default'),
      tag: channelFields.tag.default(''),
      base_url: channelFields.base_url.default(''),
      other: channelFields.other.default(''),
      model_mapping: channelFields.model_mapping.default(''),
      config: channelFields.config.default(''),
      system_prompt: channelFields.system_prompt.default(''),
      header_override: channelFields.header_override.default(''),
      param_override: channelFields.param_override.default(''),
      setting: channelFields.setting.default(''),
      cost: channelFields.cost.default(''),
      priority: channelFields.priority.default(0),
      weight: channelFields.weight.default(0),
    }),
  },
  data: noData,
  audit: 'channel.create',
})

/** A field that is absent stays as it is, and so does what must not be empty and is: key, name, models and group. */
export const editChannel = endpoint({
  method: 'PUT',
  path: '/api/channel/',
  access: 'admin',
  summary: 'Change the given fields of a channel',
  adaptBody: asMeant,
  input: {
    body: z
      .object({
        ...channelFields,
        ...absentSettings,
        type: channelType,
        /** 3 is what a test or a fault sets: it is taken from a form that read it, and left as it is. */
        status: wantedStatus,
        /** One to a line. All that the channel had are replaced, unless key_mode says that they are added. */
        key: editedKeys,
        ...editedKeyModes,
      })
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
  summary: 'Channels by id, by the exact key, or by the beginning of a word of name, models or tags',
  input: { query: searchQuery.extend(channelFilter) },
  data: z.array(channelObject),
  extra: listTotal,
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

export const deleteChannels = endpoint({
  method: 'POST',
  path: '/api/channel/batch',
  access: 'admin',
  summary: 'Delete the channels of the given ids; the answer is how many',
  input: { body: idsBody },
  data: z.int(),
  audit: 'channel.delete-many',
})

/** With its key and its secret settings, and without its counters. */
export const copyChannel = endpoint({
  method: 'POST',
  path: '/api/channel/copy/:id',
  access: 'admin',
  summary: 'Make a channel like another one, whose name is lengthened by suffix',
  input: { params: idParams, query: z.object({ suffix: cleanText(50).default('_复制') }) },
  data: z.object({ id: z.int() }),
  audit: 'channel.copy',
})

/** The provider is asked, and nothing is stored. */
export const fetchChannelModels = endpoint({
  method: 'GET',
  path: '/api/channel/fetch_models/:id',
  access: 'admin',
  summary: 'The names of the models that the provider of a channel lists',
  input: { params: idParams },
  data: z.array(z.string()),
  changesState: true,
  audit: false,
})

export const fetchModels = endpoint({
  method: 'POST',
  path: '/api/channel/fetch_models',
  access: 'admin',
  summary: 'The names of the models that a provider lists, for a channel that is not saved yet',
  adaptBody: asMeant,
  input: { body: z.object(channelDraft) },
  data: z.array(z.string()),
  audit: false,
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
