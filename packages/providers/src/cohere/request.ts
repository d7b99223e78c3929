import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import {
  fieldsPresent,
  readEffort,
  readNumber,
  readResponseFormat,
  readStop,
  readToolChoice,
  readTools,
  type ToolSpec,
} from '@weir/dialects/openai-chat/read-options'
import { textOfParts, type Part } from '@weir/dialects/openai-chat/read-parts'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { imageAddress } from '../kit/input/image-address.ts'
import { textOnly } from '../kit/input/text-only.ts'
import type { CohereMessage, CoherePart, CohereTool } from './wire.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(35)

/** The address with the path's own version in place of one that operators wrote behind it. */
export const urlAt = (base: string, path: string): string => `${base.replace(/\/v\d$/, '')}${path}`

export const post = (target: ChannelTarget, path: string, body: JsonObject): UpstreamRequest => ({
  method: 'POST',
  url: urlAt(baseUrlOf(target, DEFAULT_BASE_URL), path),
  headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const wirePart = (part: Part): CoherePart => {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  return { type: 'image_url', image_url: { url: imageAddress(part) } }
}

const userContent = (parts: readonly Part[]): string | readonly CoherePart[] =>
  parts.every((part) => part.kind === 'text') ? textOfParts(parts) : parts.map(wirePart)

const wireMessage = (message: Message): CohereMessage => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: userContent(message.parts) }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: textOnly(message.parts) }
    case 'assistant': {
      if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text }
      const calls = message.toolCalls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: text },
      }))
      // Text beside tool calls is what this wire calls the plan.
      const plan = message.text || message.reasoning
      return { role: 'assistant', ...(plan !== '' && { tool_plan: plan }), tool_calls: calls }
    }
  }
}

const wireTool = (tool: ToolSpec): CohereTool => ({
  type: 'function',
  function: {
    name: tool.name,
    ...(tool.description !== '' && { description: tool.description }),
    parameters: { type: 'object', properties: {}, ...tool.parameters },
  },
})

/** One tool cannot be forced by name, but it can be the only one there is. */
const toolFields = (call: ChatCall): JsonObject => {
  const choice = readToolChoice(call.body)
  const tools = readTools(call.body).filter((tool) => choice?.mode !== 'named' || tool.name === choice.name)
  if (tools.length === 0) {
    if (choice?.mode === 'named') throw new UnsupportedInput('tool_choice', 'The tool that must be called is not among tools')
    return {}
  }
  const isForced = choice?.mode === 'required' || choice?.mode === 'named'
  return {
    tools: tools.map(wireTool),
    ...(tools.some((tool) => tool.isStrict === true) && { strict_tools: true }),
    ...(isForced && { tool_choice: 'REQUIRED' }),
    ...(choice?.mode === 'none' && { tool_choice: 'NONE' }),
  }
}

const hasTools = (call: ChatCall): boolean => readTools(call.body).length > 0
const canThink = (model: string): boolean => model.includes('reasoning')

const formatFields = (call: ChatCall): JsonObject => {
  const format = readResponseFormat(call.body)
  if (format === undefined || hasTools(call)) return {}
  return { response_format: { type: 'json_object', ...(format.kind === 'json-schema' && { json_schema: format.schema }) } }
}

const thinkingFields = (call: ChatCall, model: string): JsonObject => {
  const effort = readEffort(call.body)
  return effort === undefined || !canThink(model) ? {} : { thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }
}

const within = (value: number | undefined, min: number, max: number): number | undefined =>
  value === undefined ? undefined : Math.min(max, Math.max(min, value))

const numberFields = (call: ChatCall): JsonObject => {
  const read = (name: string): number | undefined => readNumber(call.body, name)
  const fields = {
    temperature: within(read('temperature'), 0, 1),
    p: within(read('top_p'), 0.01, 0.99),
    k: read('top_k'),
    seed: read('seed'),
    max_tokens: call.maxOutputTokens,
    frequency_penalty: within(read('frequency_penalty'), 0, 1),
    presence_penalty: within(read('presence_penalty'), 0, 1),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  const stop = readStop(call.body)
  return post(target, '/v2/chat', {
    model,
    messages: readMessages(call.body, target.systemPrompt).map(wireMessage),
    stream: call.isStream,
    ...numberFields(call),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...toolFields(call),
    ...formatFields(call),
    ...thinkingFields(call, model),
  })
}

/** What this wire can say of a chat call. */
export const KNOWN = [
  'temperature',
  'top_p',
  'stop',
  'max_tokens',
  'max_completion_tokens',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
]

export const dropped = (call: ChatCall, target: ChannelTarget): readonly string[] => [
  ...(hasTools(call) && readResponseFormat(call.body) ? ['response_format'] : []),
  ...(canThink(mappedModel(call.model, target.modelMapping)) ? [] : fieldsPresent(call.body, ['reasoning_effort'])),
]
