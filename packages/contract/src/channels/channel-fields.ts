import { z } from 'zod'
import { channelTypeById } from '../catalog/channel-types.ts'
import { parseChannelCost } from './channel-cost.ts'
import { bodyOverride } from './body-override.ts'
import { settingProxy } from './channel-proxy.ts'
import { headerOverride } from './header-override.ts'
import { parseJsonObject } from '../values/json.ts'
import { cleanText, joinedList } from '../values/quantity.ts'

/** Names and keys travel in headers and addresses, where a line break would start something of its own. */
const hasControl = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text)
const oneLine = (max: number) => cleanText(max).refine((text) => !hasControl(text), 'control')

/** A service account file is text of several lines, and is never sent as it is. */
const MULTI_LINE = 'vertex_ai_adc'

/** What forms send that turn an empty setting into JSON once more than needed. */
const EMPTY_JSON: ReadonlySet<string> = new Set(['""', 'null'])

const jsonTextWhere = (isUsable: (value: object) => boolean) =>
  cleanText(20_000)
    .transform((text) => (EMPTY_JSON.has(text.trim()) ? '' : text.trim()))
    .refine((text) => {
      const value = parseJsonObject(text)
      return text === '' || (value !== undefined && isUsable(value))
    }, 'JSON')

const isPlainConfig = (value: object): boolean =>
  Object.entries(value).every(([name, part]) => name === MULTI_LINE || typeof part !== 'string' || !hasControl(part))

const jsonText = jsonTextWhere(isPlainConfig)

/** Longer than any vendor's; those of clouds are whole addresses. */
const MAX_TARGET_LENGTH = 512

const isModelName = (target: unknown): boolean =>
  typeof target === 'string' && target.trim() !== '' && target.length <= MAX_TARGET_LENGTH && !hasControl(target)

/** Maps a requested model name to the name sent upstream. */
const modelMapping = jsonTextWhere((value) => Object.values(value).every(isModelName))

const isHttpUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
}

const withScheme = (address: string): string =>
  /^[a-z0-9[]/i.test(address) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? `https://${address}` : address

const baseUrl = oneLine(500)
  .transform((text) => withScheme(text.trim().replace(/\/$/, '')))
  .refine((text) => text === '' || isHttpUrl(text), 'http(s) URL')

export const channelType = z.int().refine((id) => channelTypeById(id) !== undefined, 'type')
const rank = z.int().min(-1_000_000_000).max(1_000_000_000)
export const isSendableKey = (key: string): boolean => /^[\x20-\x7e]*$/.test(key.trim())
/** Some consoles join the parts of a key without looking whether they are there. */
const isWholeKey = (key: string): boolean => !key.split('|').some((part) => /^(undefined|null)$/.test(part.trim()))

/** What other consoles of the family can set on a channel and this product cannot: refused by name rather than lost. */
const absentText = cleanText(20_000)
  .refine((text) => text.trim() === '' || Object.keys(parseJsonObject(text) ?? { text }).length === 0, 'unsupported')
  .transform(() => undefined)
  .optional()

export const absentSettings = {
  status_code_mapping: absentText,
  openai_organization: absentText,
}

export const channelFields = {
  name: oneLine(100).transform((name) => name.trim()),
  models: oneLine(200_000).pipe(joinedList),
  group: oneLine(2_000).pipe(joinedList),
  /** Words of the operator's own, comma-joined; other consoles of the family know one for each channel. */
  tag: oneLine(500).pipe(joinedList),
  base_url: baseUrl,
  other: oneLine(500),
  model_mapping: modelMapping,
  config: jsonText,
  system_prompt: cleanText(20_000),
  header_override: headerOverride,
  param_override: bodyOverride,
  /** JSON as the family's consoles write it. Read as the address of a proxy, or an empty text. */
  setting: settingProxy,
  cost: cleanText(20_000)
    .transform((text) => text.trim())
    .refine((text) => parseChannelCost(text) !== undefined, 'cost'),
  priority: rank,
  weight: rank.min(0),
}

const isEachLine = (isFit: (key: string) => boolean) => (keys: string) => keys.split(/\r?\n/).every(isFit)

/** One key to a line, or nothing. */
export const editedKeys = cleanText(200_000).refine(isEachLine(isSendableKey), 'key').refine(isEachLine(isWholeKey), 'key-part')

/** One key to a line. */
export const keyLines = editedKeys.refine((key) => key.trim() !== '', 'required')

/** A channel that is not saved yet. With the id of a stored one, what is secret and left empty is that one's. */
export const channelDraft = {
  id: z.int().positive().optional(),
  type: channelType,
  /** One to a line, of which the first is used. */
  key: editedKeys.default(''),
  base_url: channelFields.base_url.default(''),
  other: channelFields.other.default(''),
  config: channelFields.config.default(''),
  models: channelFields.models.default(''),
  model_mapping: channelFields.model_mapping.default(''),
  system_prompt: channelFields.system_prompt.default(''),
  header_override: channelFields.header_override.default(''),
  param_override: channelFields.param_override.default(''),
  setting: channelFields.setting.default(''),
}
