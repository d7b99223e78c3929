import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, noData } from '../envelope.ts'
import type { Language } from '../errors.ts'
import { epochSeconds } from '../values/quantity.ts'
import { keyLines } from './channel-fields.ts'
import { isTestReason, reasonText } from './channel-test.ts'

/** How the keys of a channel are taken: one after the other, or by chance. A conversation that is kept together stays with one key. */
export const KEY_MODES = ['polling', 'random'] as const
export type KeyModeName = (typeof KEY_MODES)[number]
export const keyMode = z.enum(KEY_MODES)

/** One after the other unless told. */
export const keyModeOf = (text: string | null): KeyModeName => (text === 'random' ? 'random' : 'polling')

/** A key is on, off by a person's hand, or off by itself. */
export const KeyStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const

export const channelKey = z.object({
  /** 0 is the first key of the channel. */
  id: z.int(),
  /** The last four characters of a key that is long enough, or the whole of a reference; the key itself is never shown. */
  hint: z.string(),
  is_reference: z.boolean(),
  status: z.literal(Object.values(KeyStatus)),
  /** Why it was switched off by itself, as the name of what upstream said: `bad-credential` or `out-of-credit`; empty otherwise. */
  reason: z.string(),
  /** When it was switched; 0 for never. */
  changed_time: epochSeconds,
})
export type ChannelKeyObject = z.output<typeof channelKey>

/** Older versions kept a Chinese text, with the name at its end. */
const namedIn = (reason: string): string => /（([a-z-]+)）$/.exec(reason)?.[1] ?? reason

export const keyReasonText = (reason: string, language: Language): string => {
  const name = namedIn(reason)
  return isTestReason(name) ? reasonText(name, language) : reason
}

const keyParams = idParams.extend({ key_id: z.coerce.number().int().min(0) })

export const listChannelKeys = endpoint({
  method: 'GET',
  path: '/api/channel/:id/keys',
  access: 'admin',
  summary: 'The keys of a channel, masked, and the state of each',
  input: { params: idParams },
  data: z.object({ mode: keyMode, keys: z.array(channelKey) }),
})

export const addChannelKeys = endpoint({
  method: 'POST',
  path: '/api/channel/:id/keys',
  access: 'admin',
  summary: 'Add a key to a channel for each non-empty line; the answer is how many it did not have',
  input: { params: idParams, body: z.object({ key: keyLines }) },
  data: z.int(),
  audit: 'channel.key-add',
})

export const setKeyMode = endpoint({
  method: 'PUT',
  path: '/api/channel/:id/keys',
  access: 'admin',
  summary: 'Say how the keys of a channel are taken',
  input: { params: idParams, body: z.object({ mode: keyMode }) },
  data: noData,
  audit: 'channel.key-mode',
})

export const switchChannelKey = endpoint({
  method: 'PUT',
  path: '/api/channel/:id/keys/:key_id',
  access: 'admin',
  summary: 'Switch one key of a channel on or off; with the last one the channel goes off',
  input: { params: keyParams, body: z.object({ status: z.literal([KeyStatus.enabled, KeyStatus.disabled]) }) },
  data: noData,
  audit: 'channel.key-switch',
})

export const deleteChannelKey = endpoint({
  method: 'DELETE',
  path: '/api/channel/:id/keys/:key_id',
  access: 'admin',
  summary: 'Remove one key of a channel; the last one stays',
  input: { params: keyParams },
  data: noData,
  audit: 'channel.key-delete',
})
