import { readJson } from '../../shared/browser/json.ts'

export interface ChatSettings {
  readonly systemPrompt: string
  readonly temperature: number | null
  readonly topP: number | null
  readonly maxTokens: number | null
  /** As it was typed; empty for none. */
  readonly tools: string
  readonly isStream: boolean
}

export const INITIAL_SETTINGS: ChatSettings = {
  systemPrompt: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  tools: '',
  isStream: true,
}

/** What each number may be; the relay takes no larger limit. */
export const NUMBER_SETTINGS = [
  { name: 'temperature', min: 0, max: 2, isWhole: false },
  { name: 'topP', min: 0, max: 1, isWhole: false },
  { name: 'maxTokens', min: 1, max: 1_073_741_823, isWhole: true },
] as const

export type NumberSetting = (typeof NUMBER_SETTINGS)[number]

/** A text that is no number is NaN here. */
export const isUsable = (value: number | null, { min, max, isWhole }: NumberSetting): boolean =>
  value === null || (value >= min && value <= max && (!isWhole || Number.isInteger(value)))

export const areUsable = (settings: ChatSettings): boolean =>
  NUMBER_SETTINGS.every((setting) => isUsable(settings[setting.name], setting)) && 'tools' in readTools(settings.tools)

/** What the reader said, with pictures as data addresses. */
export interface Turn {
  readonly text: string
  readonly images: readonly string[]
}

interface Exchange {
  readonly turn: Turn
  /** Undefined where the model said nothing, or failed. */
  readonly reply: string | undefined
}

type Tools = { readonly tools: readonly unknown[] | undefined } | { readonly problem: string }

/** A list in JSON, or nothing. */
export const readTools = (typed: string): Tools => {
  if (typed.trim() === '') return { tools: undefined }
  const { value, problem } = readJson(typed)
  if (problem !== undefined) return { problem }
  return Array.isArray(value) ? { tools: value } : { problem: '[ … ]' }
}

const contentOf = ({ text, images }: Turn): unknown =>
  images.length === 0
    ? text
    : [...(text === '' ? [] : [{ type: 'text', text }]), ...images.map((url) => ({ type: 'image_url', image_url: { url } }))]

const messagesOf = (exchanges: readonly Exchange[]) =>
  exchanges.flatMap(({ turn, reply }) => [
    { role: 'user', content: contentOf(turn) },
    ...(reply === undefined || reply === '' ? [] : [{ role: 'assistant', content: reply }]),
  ])

/** The body of one chat. What was left empty is not sent, so that the provider's own default holds. */
export const chatBody = (model: string, exchanges: readonly Exchange[], settings: ChatSettings): Readonly<Record<string, unknown>> => {
  const { systemPrompt, temperature, topP, maxTokens, isStream } = settings
  const read = readTools(settings.tools)
  const tools = 'tools' in read ? read.tools : undefined
  return {
    model,
    messages: [...(systemPrompt.trim() === '' ? [] : [{ role: 'system', content: systemPrompt }]), ...messagesOf(exchanges)],
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(maxTokens !== null && { max_tokens: maxTokens }),
    ...(tools !== undefined && { tools }),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
  }
}
