import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_PAGE_SIZE, PAGE_SIZE, noData } from '../envelope.ts'
import { epochSeconds } from '../values/quantity.ts'
import { KeyStatus, keyMode } from './channel-keys.ts'

const index = z.int().min(0)

/** As the console of new-api reads it: a key is known by its place, which the next one takes when it is gone. */
const keyStatusPage = z.object({
  keys: z.array(
    z.object({
      index,
      status: z.literal(Object.values(KeyStatus)),
      disabled_time: epochSeconds.optional(),
      reason: z.string().optional(),
      /** The last four characters of a key that is long enough, or the whole of a reference. */
      key_preview: z.string(),
    }),
  ),
  /** Of those that were asked for. */
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  total_pages: z.int(),
  enabled_count: z.int(),
  manual_disabled_count: z.int(),
  auto_disabled_count: z.int(),
})

/** What the console of new-api reads of the keys in the object of a channel. */
export const channelInfo = z.object({
  is_multi_key: z.boolean(),
  /** How many there are; 0 where there is one. */
  multi_key_size: z.int(),
  /** By the place of a key, those alone that are not on; null where there is one. */
  multi_key_status_list: z.record(z.string(), z.literal(Object.values(KeyStatus))).nullable(),
  /** Always 0: every process counts for itself whose turn it is. */
  multi_key_polling_index: z.literal(0),
  /** Empty where there is one. */
  multi_key_mode: keyMode.or(z.literal('')),
})
export type ChannelInfo = z.output<typeof channelInfo>

/** What the form of new-api sends with the keys of a channel that has several. */
export const editedKeyModes = {
  /** `append`: the lines of key join the keys of a channel that has several. Otherwise they take their place. */
  key_mode: z.enum(['append', 'replace']),
  /** How several keys are taken; empty says nothing. */
  multi_key_mode: keyMode.or(z.literal('').transform(() => undefined)),
}

const channel = { channel_id: z.int().positive() }
const oneKey = { ...channel, key_index: index }

export const manageMultiKeys = endpoint({
  method: 'POST',
  path: '/api/channel/multi_key/manage',
  access: 'admin',
  summary: 'The keys of a channel by their places, as clients of new-api ask for them and change them',
  input: {
    body: z.discriminatedUnion('action', [
      z.object({
        action: z.literal('get_key_status'),
        ...channel,
        page: z.int().min(1).catch(1).default(1),
        page_size: z.int().min(1).max(MAX_PAGE_SIZE).catch(PAGE_SIZE).default(PAGE_SIZE),
        status: z.literal(Object.values(KeyStatus)).nullish(),
      }),
      z.object({ action: z.literal('enable_key'), ...oneKey }),
      z.object({ action: z.literal('disable_key'), ...oneKey }),
      z.object({ action: z.literal('delete_key'), ...oneKey }),
      z.object({ action: z.literal('enable_all_keys'), ...channel }),
      z.object({ action: z.literal('disable_all_keys'), ...channel }),
      z.object({ action: z.literal('delete_disabled_keys'), ...channel }),
    ]),
  },
  /** The page that was asked for, how many keys were removed, or nothing. */
  data: z.union([keyStatusPage, z.int(), noData]),
  audit: 'channel.keys-manage',
})
