import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import type { WireReplyMeta } from '../model/caller-wire.ts'
import { decoded, type ChatReply } from '../model/event.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import { eventsOfReply } from '../model/reply-events.ts'
import type { Usage } from '../model/usage.ts'
import { ItemWriter } from './items/writer.ts'
import { isSearch } from './hosted-tools.ts'
import { calledNames, offeredTools } from './offered-tools.ts'
import { renderResponseUsage } from './usage.ts'

/** What every response carries beside its output. */
export type ResponseMeta = Omit<WireReplyMeta, 'estimatedInput'>

const asksSearch = (body: JsonObject): boolean => offeredTools(body).some(({ tool }) => isSearch(tool))

/** A search that a chat tells of by its sources alone stands before the words in a whole answer. */
const withSearch = (reply: ChatReply, body: JsonObject): ChatReply => {
  const pages = (reply.annotations ?? []).flatMap((annotation) => textAt(objectAt(annotation, 'url_citation'), 'url') ?? [])
  if (reply.searches !== undefined || pages.length === 0 || !asksSearch(body)) return reply
  return { ...reply, searches: [{ queries: [], sources: [...new Set(pages)], hasFailed: false }] }
}

const INCOMPLETE: Readonly<Partial<Record<FinishReason, string>>> = { length: 'max_output_tokens', content_filter: 'content_filter' }

const isWhole = (reason: FinishReason): boolean => INCOMPLETE[reason] === undefined

export interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  readonly output: readonly JsonObject[]
  readonly incomplete_details: { readonly reason: string | undefined } | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: JsonObject | null
  readonly service_tier?: string
}

export const IN_PROGRESS: ResponseState = { status: 'in_progress', output: [], incomplete_details: null, error: null, usage: null }

export const openWriter = ({ id, body }: ResponseMeta): ItemWriter =>
  new ItemWriter({
    id,
    names: calledNames(body),
    asksSearch: asksSearch(body),
    showsSources: arrayAt(body, 'include').includes('web_search_call.action.sources'),
  })

export const endState = ({ finish, output, traits }: ItemWriter, usage: Usage | undefined): ResponseState => ({
  status: isWhole(finish) ? 'completed' : 'incomplete',
  output,
  incomplete_details: isWhole(finish) ? null : { reason: INCOMPLETE[finish] },
  error: null,
  usage: usage ? renderResponseUsage(usage) : null,
  ...(traits.serviceTier !== undefined && { service_tier: traits.serviceTier }),
})

const TEXT_FORMAT = { format: { type: 'text' } }

/** A response in the given state, with the caller's settings repeated as OpenAI does. */
export const renderResponse = (state: ResponseState, { id, created, model, body, earlier, keep }: ResponseMeta): JsonObject => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: created,
  model,
  ...state,
  instructions: textAt(body, 'instructions') ?? null,
  max_output_tokens: body['max_output_tokens'] ?? null,
  metadata: isObject(body['metadata']) ? body['metadata'] : {},
  parallel_tool_calls: body['parallel_tool_calls'] !== false,
  previous_response_id: earlier ?? null,
  reasoning: isObject(body['reasoning']) ? body['reasoning'] : { effort: null, summary: null },
  store: keep !== undefined,
  temperature: body['temperature'] ?? null,
  text: isObject(body['text']) ? body['text'] : TEXT_FORMAT,
  tool_choice: body['tool_choice'] ?? 'auto',
  tools: arrayAt(body, 'tools'),
  top_p: body['top_p'] ?? null,
  truncation: 'disabled',
})

/** The same at its end: from here on nothing changes any more. */
export const renderEnded = (state: ResponseState, meta: ResponseMeta): JsonObject => {
  const response = renderResponse(state, meta)
  meta.keep?.(response)
  return response
}

/** A whole answer as OpenAI's Responses endpoint would have sent it. */
export const renderResponsesReply = (reply: ChatReply, meta: ResponseMeta): string => {
  const writer = openWriter(meta)
  const events = eventsOfReply(decoded(withSearch(reply, meta.body)))
  for (const event of events) if (event.kind !== 'finished') writer.take(event)
  // Clients look for a message also where the model had nothing to say.
  if (!writer.hasAnswer) writer.take({ kind: 'text', text: '' })
  writer.take({ kind: 'finished', reason: reply.finishReason })
  return JSON.stringify(renderEnded(endState(writer, reply.usage), meta))
}
