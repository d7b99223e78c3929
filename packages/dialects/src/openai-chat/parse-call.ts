import { isObject, objectAt, parseJson, textAt } from '../json.ts'
import type { CallProblem, ChatCall } from '../model/call.ts'
import { withoutRoutingFields } from '../model/routing-fields.ts'
import { shapeProblem } from './body-shape.ts'
import { messagesProblem } from './message-problem.ts'
import { modelProblem } from './model-name.ts'
import { isSoldTier } from '../service-tier.ts'
import { promptBytesOf } from './prompt-text.ts'

/** The largest limit the family of gateways accepts; beyond it an estimate would overflow. */
export const MAX_OUTPUT_TOKENS = 1_073_741_823
const MAX_CHOICES = 128

export type ParsedCall = { readonly ok: true; readonly call: ChatCall } | { readonly ok: false; readonly problem: CallProblem }

const refuse = (param: string, zh: string, en: string): ParsedCall => ({ ok: false, problem: { param, zh, en } })

const limitOf = (body: Readonly<Record<string, unknown>>): number | undefined | 'bad' => {
  const value = body['max_completion_tokens'] ?? body['max_tokens']
  if (value === undefined || value === null) return undefined
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_OUTPUT_TOKENS ? (value as number) : 'bad'
}

const choicesOf = (body: Readonly<Record<string, unknown>>): number | 'bad' => {
  const value = body['n'] ?? 1
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CHOICES ? (value as number) : 'bad'
}

/** Turns the bytes of a chat completion request into a call, or says which field is wrong. */
export const parseChatCall = (rawBody: string): ParsedCall => {
  const problem = shapeProblem(rawBody)
  if (problem !== undefined) return { ok: false, problem }
  const given = parseJson(rawBody)
  if (!isObject(given)) return refuse('', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object')
  const { body, rawBody: passedBody, dropped } = withoutRoutingFields(given, rawBody, isSoldTier)
  const model = textAt(body, 'model')?.trim() ?? ''
  const wrongField = modelProblem(model) ?? messagesProblem(body['messages'])
  if (wrongField !== undefined) return { ok: false, problem: wrongField }
  const maxOutputTokens = limitOf(body)
  if (maxOutputTokens === 'bad')
    return refuse(
      'max_tokens',
      `max_tokens 必须是 0 到 ${MAX_OUTPUT_TOKENS} 的整数`,
      `The field max_tokens must be a whole number from 0 to ${MAX_OUTPUT_TOKENS}`,
    )
  const choices = choicesOf(body)
  if (choices === 'bad')
    return refuse('n', `n 必须是 1 到 ${MAX_CHOICES} 的整数`, `The field n must be a whole number from 1 to ${MAX_CHOICES}`)
  const isStream = body['stream'] === true
  return {
    ok: true,
    call: {
      model,
      isStream,
      wantsStreamUsage: objectAt(body, 'stream_options')?.['include_usage'] === true,
      maxOutputTokens,
      choices,
      promptBytes: promptBytesOf(body),
      body,
      rawBody: passedBody,
      dropped,
    },
  }
}
