import { ChannelStatus } from '@weir/contract/channel'
import { KeyStatus, keyModeOf } from '@weir/contract/channels/channel-keys'
import { channelFields } from '@weir/contract/channels/channel-fields'
import type { SecretOverrides } from '@weir/contract/channels/laid-overrides'
import { KEPT_SECRET } from '@weir/contract/channels/override-text'
import { parseJson, parseJsonObject } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import type { SourceRow } from '../dialect/source/source.ts'
import { channelKindOf, type ChannelKind } from './channel-kind.ts'
import { channelMapping } from './channel-mapping.ts'
import type { Notes } from './notes.ts'
import type { Family, OlderData } from './older-data.ts'
import type { PlannedChannel, PlannedKey, PlannedKeyState } from './plan.ts'
import { countOf, cut, idOf, realOf, shortText, textOf, trimmed, wholeOf } from './source-value.ts'

const STATUSES: ReadonlySet<number> = new Set(Object.values(ChannelStatus))
/** What a channel of new-api can have and none here. */
const HOMELESS = ['open_ai_organization', 'status_code_mapping', 'remark', 'settings', 'test_model'] as const
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

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Key files are an array of objects, other keys stand one to a line. Empty ones are counted, since states are told by the place. */
const splitKeys = (text: string): readonly string[] => {
  const list = text.startsWith('[') ? parseJson(text) : undefined
  if (Array.isArray(list)) return list.map((part: unknown) => (typeof part === 'string' ? part : JSON.stringify(part)).trim())
  return text.split('\n').map((line) => line.trim())
}

const ON = { status: KeyStatus.enabled, changedAt: 0 } as const
const KEY_STATUSES: ReadonlySet<unknown> = new Set(Object.values(KeyStatus))

const stateOf = (info: unknown, place: number): PlannedKeyState => {
  const status = memberOf(memberOf(info, 'multi_key_status_list'), String(place))
  if (typeof status !== 'number' || status === KeyStatus.enabled) return ON
  const changedAt = memberOf(memberOf(info, 'multi_key_disabled_time'), String(place))
  return {
    status: KEY_STATUSES.has(status) ? status : KeyStatus.disabled,
    changedAt: typeof changedAt === 'number' && Number.isSafeInteger(changedAt) && changedAt > 0 ? changedAt : 0,
  }
}

/** One key, or those of a channel that new-api takes in turns or by chance, each once and in their order. */
const keysOf = (row: SourceRow, info: unknown): readonly [PlannedKey, ...PlannedKey[]] => {
  const key = trimmed(row, 'key')
  const several = memberOf(info, 'is_multi_key') === true ? splitKeys(key) : []
  const placed = several.map((each, place) => ({ key: each, ...stateOf(info, place) }))
  const [first, ...further] = placed.filter((each, place) => each.key !== '' && several.indexOf(each.key) === place)
  if (first === undefined) return [{ key, ...ON }]
  return further.length === 0 ? [{ key: first.key, ...ON }] : [first, ...further]
}

const parsedOr = (field: 'base_url' | 'model_mapping' | 'config', text: string, unusable: (text: string) => string): string => {
  const parsed = channelFields[field].safeParse(text)
  return parsed.success ? parsed.data : unusable(text)
}

type KeptApart = 'id' | 'key' | 'keyState' | 'furtherKeys' | 'keyMode' | 'status' | 'name' | 'weight' | 'usedQuota'

class ChannelPlanner {
  readonly #notes: Notes
  readonly #rules: ConfigRules
  readonly #family: Family

  constructor(notes: Notes, rules: ConfigRules, family: Family) {
    this.#notes = notes
    this.#rules = rules
    this.#family = family
  }

  #statusOf(row: SourceRow, id: number, { change, obstacle }: ChannelKind): number {
    const status = countOf(row, 'status')
    if (change !== '') this.#notes.changed('channels', id, change)
    if (obstacle !== '') {
      this.#notes.changed('channels', id, `${obstacle}; the channel is disabled`)
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

  #mappingOf(row: SourceRow, id: number): string {
    const { text, shortened, circular } = channelMapping(textOf(row, 'model_mapping'), this.#family)
    if (shortened.length > 0)
      this.#notes.changed('channels', id, `model_mapping leads to the end of its chains at once: ${shortened.join(', ')}`)
    if (circular.length > 0)
      this.#notes.kept(
        'channels',
        id,
        `model_mapping leads in a circle, which was refused there; one step is taken here: ${circular.join(', ')}`,
      )
    return text
  }

  #noteHomeless(row: SourceRow, id: number): void {
    for (const column of HOMELESS) if (!EMPTY.has(trimmed(row, column))) this.#notes.leftOut('channels', id, `${column} has no place here`)
    if (trimmed(row, 'auto_ban') === '0')
      this.#notes.leftOut('channels', id, 'auto_ban was off: AutomaticDisableChannelEnabled holds for every channel here')
  }

  #common(row: SourceRow, id: number, kind: ChannelKind): Omit<PlannedChannel, KeptApart> {
    const emptied = (column: string) => (): string => {
      this.#notes.changed('channels', id, `${column} cannot be read and is empty now`)
      return ''
    }
    const kept = (text: string): string => {
      this.#notes.kept('channels', id, 'base_url is no http address: calls will fail until it is one')
      return text
    }
    return {
      type: kind.type,
      createdTime: countOf(row, 'created_time'),
      testTime: countOf(row, 'test_time'),
      responseTime: countOf(row, 'response_time'),
      baseUrl: parsedOr('base_url', kind.baseUrl, kept),
      other: textOf(row, 'other'),
      balance: realOf(row, 'balance'),
      balanceUpdatedTime: countOf(row, 'balance_updated_time'),
      models: splitList(textOf(row, 'models')).join(','),
      group: splitList(textOf(row, 'group')).join(',') || 'default',
      tag: EMPTY.has(trimmed(row, 'tag')) ? '' : splitList(textOf(row, 'tag')).join(','),
      modelMapping: parsedOr('model_mapping', this.#mappingOf(row, id), emptied('model_mapping')),
      priority: countOf(row, 'priority'),
      ...this.#rules.split(parsedOr('config', kind.config, emptied('config'))),
      systemPrompt: this.#systemPromptOf(row, id),
      ...this.#overridesOf(row, id),
    }
  }

  /** A channel goes off with its last key here. */
  #statusWith(keys: readonly PlannedKeyState[], status: number, id: number): number {
    if (status !== ChannelStatus.enabled || keys.some((key) => key.status === KeyStatus.enabled)) return status
    this.#notes.changed('channels', id, 'all of its keys are off; so is the channel')
    return keys.some((key) => key.status === KeyStatus.autoDisabled) ? ChannelStatus.autoDisabled : ChannelStatus.disabled
  }

  plan(row: SourceRow): PlannedChannel {
    const id = idOf(row, 'channels')
    const kind = channelKindOf(row, this.#family)
    const common = this.#common(row, id, kind)
    this.#noteHomeless(row, id)
    const info = parseJsonObject(textOf(row, 'channel_info'))
    const [{ key: given, ...keyState }, ...furtherKeys] = keysOf(row, info)
    const key = given === '' ? (this.#rules.keyFrom(common.type, common) ?? '') : given
    if (key === '') this.#notes.kept('channels', id, 'it has no key')
    const mode = memberOf(info, 'multi_key_mode')
    return {
      ...common,
      id,
      key,
      keyState,
      furtherKeys,
      keyMode: keyModeOf(typeof mode === 'string' ? mode : null),
      status: this.#statusWith([keyState, ...furtherKeys], this.#statusOf(row, id, kind), id),
      name: shortText(row, 'name'),
      weight: Math.max(0, countOf(row, 'weight')),
      usedQuota: cut(wholeOf(row, 'used_quota')),
    }
  }
}

export const planChannels = (
  { channels, family }: Pick<OlderData, 'channels' | 'family'>,
  rules: ConfigRules,
  notes: Notes,
): readonly PlannedChannel[] => {
  const planner = new ChannelPlanner(notes, rules, family)
  return channels.map((row) => planner.plan(row))
}
