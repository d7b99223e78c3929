import type { ChannelObject } from '@weir/contract/channel'
import { renderSetting } from '@weir/contract/channels/channel-proxy'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { isJson, stripTrailingSlash } from '@weir/contract/values/format'
import { splitList } from '@weir/contract/values/quantity'
import { parseJson, parseJsonObject } from '../../../shared/browser/json.ts'

export interface ChannelValues {
  readonly type: number
  readonly name: string
  readonly groups: readonly string[]
  readonly tags: readonly string[]
  readonly models: readonly string[]
  readonly modelMapping: string
  readonly key: string
  /** One channel for each line of the key. */
  readonly isBatch: boolean
  /** Instead, one channel with all of these keys. */
  readonly isMerged: boolean
  readonly baseUrl: string
  readonly other: string
  readonly config: Readonly<Record<string, string>>
  readonly systemPrompt: string
  readonly cost: string
  readonly proxy: string
  readonly headerOverride: string
  readonly paramOverride: string
}

export const newChannelValues: ChannelValues = {
  type: 1,
  name: '',
  groups: ['default'],
  tags: [],
  models: [],
  modelMapping: '',
  key: '',
  isBatch: false,
  isMerged: false,
  baseUrl: '',
  other: '',
  config: {},
  systemPrompt: '',
  cost: '',
  proxy: '',
  headerOverride: '',
  paramOverride: '',
}

/** Two spaces an indent; what is not JSON is left for the reader to correct. */
const prettyJson = (text: string | null): string => {
  const value = parseJson(text)
  return value === undefined || value === null ? (text ?? '').replace(/^null$/, '') : JSON.stringify(value, undefined, 2)
}

const configOf = (text: string | null): Readonly<Record<string, string>> => {
  const fields = Object.entries(parseJsonObject(text) ?? {})
  return Object.fromEntries(fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The key is never sent to the console, so the field starts empty and empty means "keep". */
export const valuesOf = (channel: ChannelObject): ChannelValues => ({
  ...newChannelValues,
  type: channel.type,
  name: channel.name,
  groups: splitList(channel.group),
  tags: splitList(channel.tag ?? ''),
  models: splitList(channel.models),
  modelMapping: prettyJson(channel.model_mapping),
  baseUrl: channel.base_url,
  other: channel.other,
  config: configOf(channel.config),
  systemPrompt: channel.system_prompt,
  cost: channel.cost,
  proxy: configOf(channel.setting)['proxy'] ?? '',
  headerOverride: prettyJson(channel.header_override),
  paramOverride: prettyJson(channel.param_override),
})

/** What was typed, or for some types what the fields beside it make together. */
const keyOf = ({ type, key, config }: ChannelValues): string => {
  if (key.trim() !== '') return key.trim()
  const parts = (channelTypeById(type)?.keyFrom ?? []).map((name) => config[name]?.trim() ?? '')
  return parts.every((part) => part !== '') ? parts.join('|') : ''
}

const otherOf = ({ type, other }: ChannelValues): string => {
  const field = channelTypeById(type)?.fields?.find(({ name }) => name === 'other')
  return other.trim() === '' ? (field?.default ?? '') : other.trim()
}

const filled = (config: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value.trim() !== ''))

export const bodyOf = (values: ChannelValues) => ({
  type: values.type,
  name: values.name.trim(),
  group: values.groups.join(','),
  tag: values.tags.join(','),
  models: values.models.join(','),
  model_mapping: values.modelMapping.trim(),
  key: keyOf(values),
  base_url: stripTrailingSlash(values.baseUrl.trim()),
  other: otherOf(values),
  config: JSON.stringify(filled(values.config)),
  system_prompt: values.systemPrompt,
  cost: (values.cost ?? '').trim(),
  setting: renderSetting(values.proxy.trim()),
  header_override: values.headerOverride.trim(),
  param_override: values.paramOverride.trim(),
  ...(values.isBatch && values.isMerged && { mode: 'multi_to_single' as const }),
})

/** What a key is tried with: its channel's type, address and settings. */
export const accessOf = (values: ChannelValues): string => {
  const { type, base_url, other, config } = bodyOf({ ...newChannelValues, ...values })
  return JSON.stringify([type, base_url, other, config])
}

const isNameMapping = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((to) => typeof to === 'string' && to !== '')

/** What keeps the form from being sent, and the field that shows it. */
export type Problem =
  | { readonly field: 'name' | 'key'; readonly message: 'channel.nameAndKeyRequired' }
  | { readonly field: 'models'; readonly message: 'channel.modelsRequired' }
  | { readonly field: 'modelMapping'; readonly message: 'channel.mappingInvalid'; readonly detail?: 'channel.mappingShape' }

/** A type that serves whatever it is asked for may be without. */
const needsModels = (type: number): boolean => channelTypeById(type)?.isModelFree !== true

const problemOfMapping = ({ modelMapping }: ChannelValues): Problem | undefined => {
  const mapping = modelMapping.trim()
  if (mapping === '') return undefined
  if (!isJson(mapping)) return { field: 'modelMapping', message: 'channel.mappingInvalid' }
  if (isNameMapping(parseJson(mapping))) return undefined
  return { field: 'modelMapping', message: 'channel.mappingInvalid', detail: 'channel.mappingShape' }
}

/** All that is wrong, in the product's order. */
export const problemsOf = (values: ChannelValues, isNew: boolean): readonly Problem[] => {
  const hasModels = values.models.length > 0 || !needsModels(values.type)
  const found: readonly (Problem | false | undefined)[] = [
    isNew && values.name.trim() === '' && { field: 'name', message: 'channel.nameAndKeyRequired' },
    isNew && keyOf(values) === '' && { field: 'key', message: 'channel.nameAndKeyRequired' },
    !hasModels && { field: 'models', message: 'channel.modelsRequired' },
    problemOfMapping(values),
  ]
  return found.filter((problem) => problem !== undefined && problem !== false)
}

/**
 * The models after a change of the type: the whole list of the old type gives way to that of the new one, and of a choice from it stays
 * what the new type has as well. What somebody added stays in any case.
 */
export const modelsForType = (models: readonly string[], from: readonly string[], to: readonly string[]): readonly string[] => {
  const own = models.filter((name) => !from.includes(name))
  const isWhole = from.every((name) => models.includes(name))
  const kept = models.filter((name) => !own.includes(name) && to.includes(name))
  const fromNew = (isWhole && own.length < models.length) || models.length === 0 || kept.length + own.length === 0 ? to : kept
  return [...new Set([...fromNew, ...own])]
}

/** Names from free text: trimmed, split at commas and line ends, none of them twice. */
export const withModels = (models: readonly string[], text: string): readonly string[] => [
  ...new Set([...models, ...splitList(text.replaceAll('\n', ','))]),
]
