import { isObject, objectAt, parseJson, type JsonObject } from '../../json.ts'
import type { CallProblem } from '../../model/call.ts'
import type { ParsedWireCall, WireAddress, WireRequest } from '../../model/caller-wire.ts'
import { withLateChat } from '../../chat-extensions/late-chat.ts'
import { withoutRoutingFields, type CheckedBody } from '../../model/routing-fields.ts'
import { shapeProblem } from '../../openai-chat/body-shape.ts'
import { partsProblem } from '../../openai-chat/message-problem.ts'
import { modelProblem } from '../../openai-chat/model-name.ts'
import { MAX_OUTPUT_TOKENS } from '../../openai-chat/parse-call.ts'
import { promptBytesOf } from '../../openai-chat/prompt-text.ts'
import { tierFromGoogle } from '../../service-tier.ts'
import { chatBodyOf } from './chat-body.ts'
import { withLists } from './field-lists.ts'
import { inCamelCase } from './field-names.ts'

const MAX_CANDIDATES = 8

const isWholeUpTo = (value: unknown, most: number): boolean =>
  value === undefined || value === null || (Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most)

const wholeProblem = (value: unknown, param: string, most: number): CallProblem | undefined =>
  isWholeUpTo(value, most)
    ? undefined
    : { param, zh: `${param} 必须是 1 到 ${most} 的整数`, en: `The field ${param} must be a whole number from 1 to ${most}` }

const objectProblem = (value: unknown, param: string): CallProblem | undefined =>
  value === undefined || value === null || isObject(value)
    ? undefined
    : { param, zh: `${param} 必须是对象`, en: `The field ${param} must be an object` }

const listProblem = (value: unknown, param: string): CallProblem | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)
    ? undefined
    : { param, zh: `${param} 必须是非空的数组`, en: `The field ${param} must be a non-empty array of objects` }

const turnProblem = (turn: unknown, param: string): CallProblem | undefined => {
  const parts = isObject(turn) ? turn['parts'] : undefined
  return Array.isArray(parts) ? partsProblem(parts, `${param}.parts`) : undefined
}

const problemOf = (body: JsonObject): CallProblem | undefined => {
  const config = objectAt(body, 'generationConfig')
  return (
    listProblem(body['contents'], 'contents') ??
    partsProblem(body['contents'] as readonly unknown[], 'contents', turnProblem) ??
    objectProblem(body['generationConfig'], 'generationConfig') ??
    objectProblem(body['systemInstruction'], 'systemInstruction') ??
    turnProblem(body['systemInstruction'], 'systemInstruction') ??
    wholeProblem(config?.['maxOutputTokens'], 'generationConfig.maxOutputTokens', MAX_OUTPUT_TOKENS) ??
    wholeProblem(config?.['candidateCount'], 'generationConfig.candidateCount', MAX_CANDIDATES)
  )
}

/** Everything the model will read, under the names that the estimate knows. */
const promptOf = (body: JsonObject): JsonObject => {
  const config = objectAt(body, 'generationConfig')
  return {
    messages: body['contents'],
    input: body['systemInstruction'],
    tools: body['tools'],
    response_format: config?.['responseSchema'] ?? config?.['responseJsonSchema'],
  }
}

const isKnownTier = (tier: unknown): boolean => tierFromGoogle(tier) !== undefined

/** The model stands in the address, and a tier that no list knows has no price. */
const withoutPriceFields = (checked: CheckedBody): CheckedBody => {
  const { model, serviceTier, ...body } = checked.body
  const isUnknown = serviceTier !== undefined && serviceTier !== null && !isKnownTier(serviceTier)
  if (model === undefined && !isUnknown) return checked
  const kept = { ...body, ...(serviceTier !== undefined && !isUnknown && { serviceTier }) }
  return { body: kept, rawBody: JSON.stringify(kept), dropped: [...checked.dropped, ...(isUnknown ? ['serviceTier'] : [])] }
}

const refuse = (param: string, zh: string, en: string): ParsedWireCall => ({ ok: false, problem: { param, zh, en } })

const NOWHERE: WireAddress = { model: '', isStream: false, query: '' }

/** Without server-sent events a stream is one JSON array, written piece by piece. */
const streamTypeOf = ({ isStream, query }: WireAddress): { readonly streamType?: string } =>
  isStream && new URLSearchParams(query).get('alt') !== 'sse' ? { streamType: 'application/json; charset=utf-8' } : {}

const parseBody = ({ rawBody, headers, address = NOWHERE }: WireRequest, openBody: (body: JsonObject) => JsonObject): ParsedWireCall => {
  const tooMuch = shapeProblem(rawBody)
  if (tooMuch !== undefined) return { ok: false, problem: tooMuch }
  const given = parseJson(rawBody)
  if (!isObject(given)) return refuse('', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object')
  const plain = withoutRoutingFields(given, rawBody, isKnownTier)
  const { body: named, twice } = inCamelCase(plain.body)
  if (twice !== undefined) {
    const field = twice.slice(0, 256)
    return refuse(field, `字段 ${field} 以两种写法重复出现`, `The field ${field} stands there in both spellings; send one`)
  }
  const opened = withLists(openBody(named))
  const checked = withoutPriceFields({ ...plain, body: opened, rawBody: opened === named ? plain.rawBody : JSON.stringify(opened) })
  const { body } = checked
  const model = address.model.replace(/^models\//, '').trim()
  const problem = modelProblem(model) ?? problemOf(body)
  if (problem !== undefined) return { ok: false, problem }
  const prompt = promptOf(body)
  const config = objectAt(body, 'generationConfig')
  const call = {
    wire: 'gemini' as const,
    model,
    isStream: address.isStream,
    maxOutputTokens: (config?.['maxOutputTokens'] as number | null | undefined) ?? undefined,
    choices: (config?.['candidateCount'] as number | null | undefined) ?? 1,
    promptBytes: promptBytesOf(prompt),
    prompt,
    tier: tierFromGoogle(body['serviceTier']),
    headers,
    ...streamTypeOf(address),
    ...checked,
  }
  return { ok: true, call: withLateChat(call, () => chatBodyOf(body, model, address.isStream)) }
}

/** Turns the bytes of a request for content into a call, or says which field is wrong. */
export const parseGeminiCall = (request: WireRequest): ParsedWireCall => parseBody(request, (body) => body)

/** The same of a request to count tokens, which may hold the whole request that is meant. */
export const parseCountCall = (request: WireRequest): ParsedWireCall =>
  parseBody(request, (body) => objectAt(body, 'generateContentRequest') ?? body)
