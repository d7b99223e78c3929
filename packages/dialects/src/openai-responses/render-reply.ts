import { arrayAt, isObject, textAt, type JsonObject } from '../json.ts'
import type { WireReplyMeta } from '../model/caller-wire.ts'
import type { ChatReply } from '../model/event.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import { promptTokensOf, type Usage } from '../model/usage.ts'
import { customNamesOf, inputOfArguments } from './custom-tools.ts'
import { sealReasoning } from './sealed-reasoning.ts'

/** What every response carries beside its output. */
export type ResponseMeta = Omit<WireReplyMeta, 'estimatedInput'>

/** One item of the output, before it has an id and a state. */
export type Item =
  | { readonly kind: 'reasoning'; readonly text: string; readonly sealed: ChatReply['sealedReasoning'] }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'call' | 'custom-call'; readonly callId: string; readonly name: string; readonly arguments: string }

const ID_PREFIX: Readonly<Record<Item['kind'], string>> = { reasoning: 'rs', message: 'msg', call: 'fc', 'custom-call': 'ctc' }

export const callKind = (name: string, { body }: ResponseMeta): 'call' | 'custom-call' =>
  customNamesOf(body).has(name) ? 'custom-call' : 'call'

export const itemId = (kind: Item['kind'], place: number, { id }: ResponseMeta): string => `${ID_PREFIX[kind]}_${id}_${place}`

export const textPart = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
export const summaryPart = (text: string) => ({ type: 'summary_text', text })

const sealOf = (item: Item & { readonly kind: 'reasoning' }) => (item.sealed ? { encrypted_content: sealReasoning(item.sealed) } : {})

/** An item as it stands when it is complete. */
export const wholeItem = (item: Item, id: string): JsonObject => {
  switch (item.kind) {
    case 'reasoning':
      return { id, type: 'reasoning', summary: item.text === '' ? [] : [summaryPart(item.text)], ...sealOf(item) }
    case 'message':
      return { id, type: 'message', role: 'assistant', status: 'completed', content: [textPart(item.text)] }
    case 'call':
      return { id, type: 'function_call', call_id: item.callId, name: item.name, arguments: item.arguments, status: 'completed' }
    case 'custom-call':
      return {
        id,
        type: 'custom_tool_call',
        call_id: item.callId,
        name: item.name,
        input: inputOfArguments(item.arguments),
        status: 'completed',
      }
  }
}

/** The same item when it has only begun. */
export const begunItem = (item: Item, id: string): JsonObject => {
  switch (item.kind) {
    case 'reasoning':
      return { id, type: 'reasoning', summary: [] }
    case 'message':
      return { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] }
    case 'call':
      return { id, type: 'function_call', call_id: item.callId, name: item.name, arguments: '', status: 'in_progress' }
    case 'custom-call':
      return { id, type: 'custom_tool_call', call_id: item.callId, name: item.name, input: '', status: 'in_progress' }
  }
}

const renderUsage = (usage: Usage) => {
  const input = promptTokensOf(usage)
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  }
}

const INCOMPLETE: Readonly<Partial<Record<FinishReason, string>>> = { length: 'max_output_tokens', content_filter: 'content_filter' }

const isWhole = (reason: FinishReason): boolean => INCOMPLETE[reason] === undefined

export interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly output: readonly JsonObject[]
  readonly incomplete_details: { readonly reason: string | undefined } | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: JsonObject | null
}

export const IN_PROGRESS: ResponseState = { status: 'in_progress', output: [], incomplete_details: null, error: null, usage: null }

export const endState = (reason: FinishReason, output: readonly JsonObject[], usage: Usage | undefined): ResponseState => ({
  status: isWhole(reason) ? 'completed' : 'incomplete',
  output,
  incomplete_details: isWhole(reason) ? null : { reason: INCOMPLETE[reason] },
  error: null,
  usage: usage ? renderUsage(usage) : null,
})

const TEXT_FORMAT = { format: { type: 'text' } }

/** A response in the given state, with the caller's settings repeated as OpenAI does. */
export const renderResponse = (state: ResponseState, { id, created, model, body }: ResponseMeta): JsonObject => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: created,
  model,
  ...state,
  instructions: textAt(body, 'instructions') ?? null,
  max_output_tokens: body['max_output_tokens'] ?? null,
  metadata: isObject(body['metadata']) ? body['metadata'] : {},
  parallel_tool_calls: body['parallel_tool_calls'] !== false,
  previous_response_id: null,
  reasoning: isObject(body['reasoning']) ? body['reasoning'] : { effort: null, summary: null },
  store: false,
  temperature: body['temperature'] ?? null,
  text: isObject(body['text']) ? body['text'] : TEXT_FORMAT,
  tool_choice: body['tool_choice'] ?? 'auto',
  tools: arrayAt(body, 'tools'),
  top_p: body['top_p'] ?? null,
  truncation: 'disabled',
})

const itemsOf = ({ text, reasoning, sealedReasoning, toolCalls }: ChatReply, meta: ResponseMeta): readonly Item[] => [
  ...(reasoning === '' && !sealedReasoning ? [] : [{ kind: 'reasoning' as const, text: reasoning, sealed: sealedReasoning }]),
  ...(text === '' && toolCalls.length > 0 ? [] : [{ kind: 'message' as const, text }]),
  ...toolCalls.map((call) => ({ kind: callKind(call.name, meta), callId: call.id, name: call.name, arguments: call.arguments })),
]

/** A whole answer as OpenAI's Responses endpoint would have sent it. */
export const renderResponsesReply = (reply: ChatReply, meta: ResponseMeta): string => {
  const output = itemsOf(reply, meta).map((item, place) => wholeItem(item, itemId(item.kind, place, meta)))
  return JSON.stringify(renderResponse(endState(reply.finishReason, output, reply.usage), meta))
}
