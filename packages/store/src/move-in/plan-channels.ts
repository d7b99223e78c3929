import { ChannelStatus } from '@weir/contract/channel'
import { channelFields } from '@weir/contract/channels/channel-fields'
import type { SecretOverrides } from '@weir/contract/channels/laid-overrides'
import { KEPT_SECRET } from '@weir/contract/channels/override-text'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { parseJson, parseJsonObject } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import type { SourceRow } from '../dialect/source/source.ts'
import { clip } from '../rows.ts'
import type { Notes } from './notes.ts'
import type { PlannedChannel } from './plan.ts'
import { countOf, cut, idOf, realOf, shortText, textOf, trimmed, wholeOf } from './source-value.ts'

/** Both programs and this one give these numbers to the same providers; beyond them each goes its own way. */
const LAST_COMMON_TYPE = 51
const STATUSES: ReadonlySet<number> = new Set(Object.values(ChannelStatus))
/** What a channel of new-api can have and none here. */
const HOMELESS = ['open_ai_organization', 'status_code_mapping', 'remark', 'settings'] as const
const EMPTY: ReadonlySet<string> = new Set(['', '{}', '[]', 'null', '""'])

/** Cuts settings into what is shown and what is sealed, and knows the key that some types put together from them. */
export interface ConfigRules {
  split(text: string): { readonly config: string; readonly secretConfig: string }
  overrides(given: { readonly headerOverride: string; readonly proxy: string }): {
    readonly headerOverride: string
    readonly proxy: string
    readonly secretOverrides: SecretOverrides
  }
  keyFrom(type: number, split: { readonly config: string; readonly secretConfig: string }): string | undefined
}

interface KeyOfMany {
  readonly key: string
  readonly status: number
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Key files are an array of objects, other keys stand one to a line. */
const splitKeys = (text: string): readonly string[] => {
  const list = text.startsWith('[') ? parseJson(text) : undefined
  if (Array.isArray(list)) return list.map((part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part)))
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** One key, or those of a channel that new-api takes in turns. */
const keysOf = (row: SourceRow, status: number): readonly KeyOfMany[] => {
  const info = parseJsonObject(textOf(row, 'channel_info'))
  const key = trimmed(row, 'key')
  const keys = memberOf(info, 'is_multi_key') === true ? [...new Set(splitKeys(key))] : []
  if (keys.length === 0) return [{ key, status }]
  const statuses = memberOf(info, 'multi_key_status_list')
  return keys.map((one, index) => {
    const own = memberOf(statuses, String(index))
    const isOff = typeof own === 'number' && own !== ChannelStatus.enabled
    return { key: one, status: isOff && status === ChannelStatus.enabled ? ChannelStatus.disabled : status }
  })
}

const parsedOr = (field: 'base_url' | 'model_mapping' | 'config', text: string, unusable: (text: string) => string): string => {
  const parsed = channelFields[field].safeParse(text)
  return parsed.success ? parsed.data : unusable(text)
}

class ChannelPlanner {
  readonly #notes: Notes
  readonly #rules: ConfigRules
  #nextId: number

  constructor(notes: Notes, rules: ConfigRules, nextId: number) {
    this.#notes = notes
    this.#rules = rules
    this.#nextId = nextId
  }

  #statusOf(row: SourceRow, id: number): number {
    const status = countOf(row, 'status')
    const type = countOf(row, 'type')
    if (type > LAST_COMMON_TYPE || channelTypeById(type) === undefined) {
      this.#notes.changed('channels', id, `the type ${type} is not known here; the channel is disabled`)
      return ChannelStatus.disabled
    }
    if (STATUSES.has(status)) return status
    this.#notes.changed('channels', id, `the status ${status} is not known; the channel is disabled`)
    return ChannelStatus.disabled
  }

  /** new-api keeps the system prompt among its settings. */
  #systemPromptOf(row: SourceRow, id: number): string {
    const setting = parseJsonObject(textOf(row, 'setting')) ?? {}
    const prompt = memberOf(setting, 'system_prompt')
    const others = Object.entries(setting).filter(
      ([name, value]) => name !== 'system_prompt' && name !== 'proxy' && value !== '' && value !== false && value !== null,
    )
    if (others.length > 0) this.#notes.leftOut('channels', id, `setting: ${others.map(([name]) => name).join(', ')} has no place here`)
    return textOf(row, 'system_prompt') || (typeof prompt === 'string' ? prompt : '')
  }

  /** What cannot be set here is left out whole: half of it might do harm. */
  #usable(id: number, column: string, parsed: ReturnType<typeof channelFields.header_override.safeParse>): string {
    if (parsed.success && !parsed.data.includes(KEPT_SECRET)) return parsed.data
    const rule = parsed.error?.issues[0]?.message ?? KEPT_SECRET
    this.#notes.leftOut('channels', id, `${column} cannot be taken over (${rule.replace('|', ' ')})`)
    return ''
  }

  #overridesOf(row: SourceRow, id: number) {
    const proxy = memberOf(parseJsonObject(textOf(row, 'setting')), 'proxy')
    const { header_override, param_override, setting } = channelFields
    return {
      paramOverride: this.#usable(id, 'param_override', param_override.safeParse(textOf(row, 'param_override'))),
      ...this.#rules.overrides({
        headerOverride: this.#usable(id, 'header_override', header_override.safeParse(textOf(row, 'header_override'))),
        proxy: this.#usable(id, 'setting.proxy', setting.safeParse(JSON.stringify({ proxy: proxy ?? '' }))),
      }),
    }
  }

  #noteHomeless(row: SourceRow, id: number): void {
    for (const column of HOMELESS) if (!EMPTY.has(trimmed(row, column))) this.#notes.leftOut('channels', id, `${column} has no place here`)
  }

  #common(row: SourceRow, id: number): Omit<PlannedChannel, 'id' | 'key' | 'status' | 'name' | 'weight' | 'usedQuota'> {
    const emptied = (column: string) => (): string => {
      this.#notes.changed('channels', id, `${column} cannot be read and is empty now`)
      return ''
    }
    const kept = (text: string): string => {
      this.#notes.kept('channels', id, 'base_url is no http address: calls will fail until it is one')
      return text
    }
    return {
      type: countOf(row, 'type'),
      createdTime: countOf(row, 'created_time'),
      testTime: countOf(row, 'test_time'),
      responseTime: countOf(row, 'response_time'),
      baseUrl: parsedOr('base_url', trimmed(row, 'base_url'), kept),
      other: textOf(row, 'other'),
      balance: realOf(row, 'balance'),
      balanceUpdatedTime: countOf(row, 'balance_updated_time'),
      models: splitList(textOf(row, 'models')).join(','),
      group: splitList(textOf(row, 'group')).join(',') || 'default',
      tag: EMPTY.has(trimmed(row, 'tag')) ? '' : splitList(textOf(row, 'tag')).join(','),
      modelMapping: parsedOr('model_mapping', textOf(row, 'model_mapping'), emptied('model_mapping')),
      priority: countOf(row, 'priority'),
      ...this.#rules.split(parsedOr('config', textOf(row, 'config'), emptied('config'))),
      systemPrompt: this.#systemPromptOf(row, id),
      ...this.#overridesOf(row, id),
    }
  }

  plan(row: SourceRow): readonly PlannedChannel[] {
    const id = idOf(row, 'channels')
    const common = this.#common(row, id)
    this.#noteHomeless(row, id)
    const keys = keysOf(row, this.#statusOf(row, id))
    const weight = Math.max(0, countOf(row, 'weight'))
    // Together they keep the share of calls that the one channel had.
    const share = weight === 0 ? 0 : Math.max(1, Math.round(weight / keys.length))
    const name = shortText(row, 'name')
    const first = keys[0]?.key === '' ? (this.#rules.keyFrom(common.type, common) ?? '') : (keys[0]?.key ?? '')
    if (first === '') this.#notes.kept('channels', id, 'it has no key')
    if (keys.length > 1)
      this.#notes.changed('channels', id, `its ${keys.length} keys are ${keys.length} channels now, each of weight ${share}`)
    return keys.map(({ key, status }, index) => ({
      ...common,
      id: index === 0 ? id : this.#nextId++,
      key: index === 0 ? first : key,
      status,
      name: index === 0 ? name : clip(`${name} #${index + 1}`, SHORT_TEXT_LENGTH),
      weight: share,
      usedQuota: index === 0 ? cut(wholeOf(row, 'used_quota')) : 0n,
    }))
  }
}

export const planChannels = (rows: readonly SourceRow[], rules: ConfigRules, notes: Notes): readonly PlannedChannel[] => {
  const nextId = Math.max(0, ...rows.map((row) => idOf(row, 'channels'))) + 1
  const planner = new ChannelPlanner(notes, rules, nextId)
  return rows.flatMap((row) => planner.plan(row))
}
