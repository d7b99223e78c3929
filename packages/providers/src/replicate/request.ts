import { countAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { TaskCall } from '@weir/dialects/model/task'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { fieldsPresent, readEffort, readNumber, readStop } from '@weir/dialects/openai-chat/read-options'
import { textOfParts } from '@weir/dialects/openai-chat/read-parts'
import { wordTable } from '@weir/dialects/word-table'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { imageAddress } from '../kit/input/image-address.ts'
import { modelPath } from '../kit/model-path.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { textOnly } from '../kit/input/text-only.ts'
import type { PredictionRequest } from './wire.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(46)

export const apiBase = (target: ChannelTarget): string => `${baseUrlOf(target, DEFAULT_BASE_URL).replace(/\/v1(?:\/models)?$/, '')}/v1`

const VERSION = /^(?:[^:]+:)?([0-9a-f]{64})$/

interface Prediction {
  readonly model: string
  readonly input: JsonObject
  readonly isStream: boolean
}

/** Upstream answers with the prediction's name at once: had it been asked to wait for the output, it could not be stopped meanwhile. */
const predict = (target: ChannelTarget, { model, input, isStream }: Prediction): UpstreamRequest => {
  const version = VERSION.exec(model)?.[1]
  const body: PredictionRequest = { ...(version !== undefined && { version }), input, ...(isStream && { stream: true }) }
  return {
    method: 'POST',
    url: `${apiBase(target)}/${version === undefined ? `models/${modelPath(model)}/predictions` : 'predictions'}`,
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

const textOf = (message: Message): string =>
  message.role === 'system' || message.role === 'assistant' ? message.text : textOnly(message.parts)

const roleOf = (message: Message): string => (message.role === 'tool' ? 'user' : message.role)

/** OpenAI's models are sold here with their own list of messages, and images beside it. */
const openaiInput = (messages: readonly Message[]): JsonObject => {
  const images = messages.flatMap((message) =>
    message.role === 'user' ? message.parts.flatMap((part) => (part.kind === 'text' ? [] : [imageAddress(part)])) : [],
  )
  return {
    messages: messages.map((message) => ({
      role: roleOf(message),
      content: message.role === 'user' ? textOfParts(message.parts) : textOf(message),
    })),
    ...(images.length > 0 && { image_input: images }),
  }
}

/** All others take one text. A talk is written down turn by turn, with the next turn left open. */
const promptInput = (messages: readonly Message[]): JsonObject => {
  const system = messages.filter((message) => message.role === 'system').map(textOf)
  const turns = messages.filter((message) => message.role !== 'system')
  const talk = turns.map((message) => `${roleOf(message)}: ${textOf(message)}\n`).join('')
  return {
    prompt: turns.length === 1 ? turns.map(textOf).join('') : `${talk}assistant:`,
    ...(system.length > 0 && { system_prompt: system.join('\n') }),
  }
}

const NUMBERS = ['temperature', 'top_p', 'top_k', 'presence_penalty', 'frequency_penalty', 'seed']

const parametersOf = (call: ChatCall, isOpenai: boolean): JsonObject => {
  const numbers = NUMBERS.map((name) => [name, readNumber(call.body, name)] as const).filter(([, value]) => value !== undefined)
  const stop = readStop(call.body)
  const effort = readEffort(call.body)
  return {
    ...Object.fromEntries(numbers),
    ...(call.maxOutputTokens !== undefined && { [isOpenai ? 'max_completion_tokens' : 'max_tokens']: call.maxOutputTokens }),
    ...(stop.length > 0 && !isOpenai && { stop_sequences: stop.join(',') }),
    ...(effort !== undefined && isOpenai && { reasoning_effort: effort }),
  }
}

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const isOpenai = model.startsWith('openai/')
  const messages = readMessages(schemaAsInstruction(call.body, model), target.systemPrompt)
  const input = { ...(isOpenai ? openaiInput(messages) : promptInput(messages)), ...parametersOf(call, isOpenai) }
  return predict(target, { model, input, isStream: call.isStream })
}

/** What this wire can say of a chat call; a schema is only asked for in words. */
export const KNOWN = [...NUMBERS, 'max_tokens', 'max_completion_tokens', 'stop', 'reasoning_effort']

export const dropped = (call: ChatCall, target: ChannelTarget): readonly string[] =>
  fieldsPresent(call.body, [mappedModel(call.model, target.modelMapping).startsWith('openai/') ? 'stop' : 'reasoning_effort'])

const RATIOS = wordTable<string>({ '1024x1024': '1:1', '1792x1024': '16:9', '1024x1792': '9:16' })

const shapeOf = (size: string): JsonObject => {
  const ratio = RATIOS[size]
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? []
  if (ratio !== undefined) return { aspect_ratio: ratio }
  return width === undefined || height === undefined ? {} : { width: Number(width), height: Number(height) }
}

export const encodeImages = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  const { body } = call
  const [count, seed, format] = [countAt(body, 'n'), countAt(body, 'seed'), textAt(body, 'output_format')]
  const input = {
    prompt: textAt(body, 'prompt') ?? '',
    ...shapeOf(textAt(body, 'size') ?? ''),
    ...(count !== undefined && count > 1 && { num_outputs: count }),
    ...(seed !== undefined && { seed }),
    ...(format !== undefined && { output_format: format }),
  }
  return predict(target, { model: mappedModel(call.model, target.modelMapping), input, isStream: false })
}
