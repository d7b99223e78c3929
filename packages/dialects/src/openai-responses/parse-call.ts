import { isObject, parseJson, textAt, type JsonObject } from '../json.ts'
import type { CallProblem } from '../model/call.ts'
import type { ParsedWireCall } from '../model/caller-wire.ts'
import { withLateChat } from '../chat-extensions/late-chat.ts'
import { withoutRoutingFields } from '../model/routing-fields.ts'
import { shapeProblem } from '../openai-chat/body-shape.ts'
import { partsProblem } from '../openai-chat/message-problem.ts'
import { modelProblem } from '../openai-chat/model-name.ts'
import { MAX_OUTPUT_TOKENS } from '../openai-chat/parse-call.ts'
import { promptBytesOf } from '../openai-chat/prompt-text.ts'
import { isSoldTier } from '../service-tier.ts'
import { chatBodyOf } from './chat-body.ts'

/** What upstream keeps of earlier calls stands in for an input. */
const KEPT_INPUTS = ['previous_response_id', 'conversation', 'prompt'] as const

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const hasInput = (body: JsonObject): boolean => {
  const { input } = body
  if (typeof input === 'string' || (Array.isArray(input) && input.length > 0 && input.every(isObject))) return true
  return !isGiven(input) && KEPT_INPUTS.some((field) => isGiven(body[field]))
}

/** Where the items of an input have parts. */
const PART_LISTS = ['content', 'output'] as const

const itemsProblem = (input: unknown): CallProblem | undefined => {
  if (!Array.isArray(input)) return undefined
  for (const [at, item] of (input as readonly JsonObject[]).entries())
    for (const name of PART_LISTS) {
      const parts = item[name]
      const problem = Array.isArray(parts) ? partsProblem(parts, `input[${at}].${name}`) : undefined
      if (problem !== undefined) return problem
    }
  return undefined
}

const isUsableLimit = (value: unknown): boolean =>
  value === undefined || value === null || (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_OUTPUT_TOKENS)

const problemOf = (model: string, body: JsonObject): CallProblem | undefined => {
  const wrongModel = modelProblem(model)
  if (wrongModel !== undefined) return wrongModel
  if (!hasInput(body))
    return {
      param: 'input',
      zh: 'input 必须是文本或非空的数组',
      en: 'The field input must be a text or a non-empty array',
    }
  const wrongItem = itemsProblem(body['input'])
  if (wrongItem !== undefined) return wrongItem
  if (!isUsableLimit(body['max_output_tokens']))
    return {
      param: 'max_output_tokens',
      zh: `max_output_tokens 必须是 0 到 ${MAX_OUTPUT_TOKENS} 的整数`,
      en: `The field max_output_tokens must be a whole number from 0 to ${MAX_OUTPUT_TOKENS}`,
    }
  // Such an answer could not be fetched here, and its usage would stay unknown.
  if (body['background'] === true)
    return { param: 'background', zh: '不支持 background', en: 'Answers in the background are not supported' }
  return undefined
}

/** Everything the model will read, under the names that the estimate knows. */
const promptOf = ({ instructions, input, tools, text }: JsonObject): JsonObject => ({
  messages: instructions,
  input,
  tools,
  response_format: text,
})

/** Turns the bytes of a request for a response into a call, or says which field is wrong. */
export const parseResponsesCall = (rawBody: string): ParsedWireCall => {
  const refuse = (zh: string, en: string): ParsedWireCall => ({ ok: false, problem: { param: '', zh, en } })
  const tooMuch = shapeProblem(rawBody)
  if (tooMuch !== undefined) return { ok: false, problem: tooMuch }
  const given = parseJson(rawBody)
  if (!isObject(given)) return refuse('请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object')
  const checked = withoutRoutingFields(given, rawBody, isSoldTier)
  const { body } = checked
  const model = textAt(body, 'model')?.trim() ?? ''
  const problem = problemOf(model, body)
  if (problem !== undefined) return { ok: false, problem }
  const prompt = promptOf(body)
  const call = {
    wire: 'responses' as const,
    model,
    isStream: body['stream'] === true,
    maxOutputTokens: (body['max_output_tokens'] as number | null | undefined) ?? undefined,
    promptBytes: promptBytesOf(prompt),
    prompt,
    headers: {},
    ...checked,
  }
  return { ok: true, call: withLateChat(call, () => chatBodyOf(body)) }
}

/** The same of a request to count tokens. What upstream keeps of earlier calls cannot be counted here. */
export const parseCountCall = (rawBody: string): ParsedWireCall => {
  const parsed = parseResponsesCall(rawBody)
  const param = parsed.ok ? KEPT_INPUTS.find((field) => isGiven(parsed.call.body[field])) : undefined
  if (param === undefined) return parsed
  const [zh, en] = [
    `计算 token 数时请在 input 中发送完整内容，不支持 ${param}`,
    `To count tokens, send the whole input instead of ${param}`,
  ]
  return { ok: false, problem: { param, zh, en } }
}
