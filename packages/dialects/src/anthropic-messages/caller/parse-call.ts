import { isObject, parseJson, textAt, type JsonObject } from '../../json.ts'
import type { CallProblem } from '../../model/call.ts'
import type { ParsedWireCall, WireRequest } from '../../model/caller-wire.ts'
import { withLateChat } from '../../chat-extensions/late-chat.ts'
import { withoutRoutingFields, type CheckedBody } from '../../model/routing-fields.ts'
import { shapeProblem } from '../../openai-chat/body-shape.ts'
import { messagesProblem } from '../../openai-chat/message-problem.ts'
import { modelProblem } from '../../openai-chat/model-name.ts'
import { MAX_OUTPUT_TOKENS } from '../../openai-chat/parse-call.ts'
import { promptBytesOf } from '../../openai-chat/prompt-text.ts'
import { chatBodyOf } from './chat-body.ts'

const isUsableLimit = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_OUTPUT_TOKENS

const limitProblem = (value: unknown): CallProblem | undefined =>
  isUsableLimit(value)
    ? undefined
    : {
        param: 'max_tokens',
        zh: `max_tokens 必须是 1 到 ${MAX_OUTPUT_TOKENS} 的整数`,
        en: `The field max_tokens must be a whole number from 1 to ${MAX_OUTPUT_TOKENS}`,
      }

const systemProblem = (system: unknown): CallProblem | undefined =>
  system === undefined || typeof system === 'string' || (Array.isArray(system) && system.every(isObject))
    ? undefined
    : { param: 'system', zh: 'system 必须是文本或内容块的数组', en: 'The field system must be a text or an array of blocks' }

/** Everything the model will read, under the names that the estimate knows. */
const promptOf = ({ system, messages, tools, output_config: format }: JsonObject): JsonObject => ({
  messages,
  input: system,
  tools,
  response_format: format,
})

/** A faster answer costs several times the price of the model. */
const withoutSpeed = (checked: CheckedBody): CheckedBody => {
  const { speed, ...body } = checked.body
  if (speed === undefined || speed === 'standard') return checked
  return { body, rawBody: JSON.stringify(body), dropped: [...checked.dropped, 'speed'] }
}

const parseBody = ({ rawBody, headers }: WireRequest, problemOf: (body: JsonObject) => CallProblem | undefined): ParsedWireCall => {
  const tooMuch = shapeProblem(rawBody)
  if (tooMuch !== undefined) return { ok: false, problem: tooMuch }
  const given = parseJson(rawBody)
  if (!isObject(given)) {
    return { ok: false, problem: { param: '', zh: '请求体不是合法的 JSON 对象', en: 'The request body is not a valid JSON object' } }
  }
  const checked = withoutSpeed(withoutRoutingFields(given, rawBody))
  const { body } = checked
  const model = textAt(body, 'model')?.trim() ?? ''
  const problem = modelProblem(model) ?? messagesProblem(body['messages']) ?? systemProblem(body['system']) ?? problemOf(body)
  if (problem !== undefined) return { ok: false, problem }
  const prompt = promptOf(body)
  const limit = body['max_tokens']
  const call = {
    wire: 'messages' as const,
    model,
    isStream: body['stream'] === true,
    maxOutputTokens: isUsableLimit(limit) ? limit : undefined,
    promptBytes: promptBytesOf(prompt),
    prompt,
    headers,
    ...checked,
  }
  return { ok: true, call: withLateChat(call, () => chatBodyOf(body)) }
}

/** Turns the bytes of a request for a message into a call, or says which field is wrong. */
export const parseMessagesCall = (request: WireRequest): ParsedWireCall => parseBody(request, (body) => limitProblem(body['max_tokens']))

/** The same of a request to count the tokens of a message, which asks for no answer. */
export const parseCountCall = (request: WireRequest): ParsedWireCall => parseBody(request, () => undefined)
