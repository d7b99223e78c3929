import { isObject, objectAt, parseJson, textAt, type JsonObject } from '../../json.ts'
import type { WireReplyMeta } from '../../model/caller-wire.ts'
import type { ChatReply, SealedReasoning, ToolCall } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { citedDocument, type CitedDocument } from '../../model/url-citation.ts'
import type { Usage } from '../../model/usage.ts'
import { ownThoughts } from '../thoughts.ts'
import { UNSIGNED, sealId, sealedBlock } from './seals.ts'

/** `input_tokens` leaves cached tokens out on this wire. */
export const renderUsage = (usage: Usage | undefined): JsonObject => {
  const { input = 0, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0, output = 0 } = usage ?? {}
  const searches = usage?.calls?.webSearch ?? 0
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite - cacheWriteHour, ephemeral_1h_input_tokens: cacheWriteHour },
    output_tokens: output,
    server_tool_use: searches === 0 ? null : { web_search_requests: searches, web_fetch_requests: 0 },
    service_tier: 'standard',
  }
}

const STOP_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

export const stopFields = (reason: FinishReason, stopSequence: string | undefined): JsonObject => ({
  stop_reason: stopSequence === undefined ? STOP_REASONS[reason] : 'stop_sequence',
  stop_sequence: stopSequence ?? null,
})

/** Every thought, each as whoever signed it wrote it. */
const thoughtBlocks = (text: string, sealed: SealedReasoning): readonly JsonObject[] => {
  const own = ownThoughts(sealed)
  if (own.length > 0 && own.length === sealed.length) return own
  return [
    ...(text === '' ? [] : [{ type: 'thinking', thinking: text, signature: UNSIGNED }]),
    ...(sealed.length === 0 ? [] : [sealedBlock(sealed)]),
  ]
}

/** Models sometimes write something else than the object that arguments should be; the tool is to see it. */
const inputOf = (text: string): JsonObject => {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return isObject(parsed) ? parsed : { arguments: text }
}

const useBlock = ({ id, name, arguments: text, signature }: ToolCall): JsonObject => ({
  type: 'tool_use',
  id: sealId(id, signature),
  name,
  input: inputOf(text),
})

/** Which blocks of a source were cited is not known; it is told as the first of one. */
const documentLocation = ({ id, title }: CitedDocument): JsonObject => ({
  type: 'search_result_location',
  source: id,
  title: title === '' ? null : title,
  cited_text: '',
  search_result_index: 0,
  start_block_index: 0,
  end_block_index: 1,
})

/** A source of the text, as this wire tells those of a web search; one without an address as it tells results that a caller gave. */
export const citationOf = (annotation: JsonObject): readonly JsonObject[] => {
  const document = citedDocument(annotation)
  if (document !== undefined) return [documentLocation(document)]
  const source = objectAt(annotation, 'url_citation')
  const url = textAt(source, 'url')
  if (url === undefined) return []
  return [{ type: 'web_search_result_location', url, title: textAt(source, 'title') ?? null, cited_text: '', encrypted_index: '' }]
}

/** This wire has no words for pictures that a model makes; as a link in the text they are not lost. */
export const imageText = ({ mimeType, data }: NonNullable<ChatReply['images']>[number]): string =>
  `![image](data:${mimeType};base64,${data})`

const textBlocks = (reply: ChatReply): readonly JsonObject[] => {
  const pictures = (reply.images ?? []).map(imageText)
  const text = [reply.text, reply.refusal ?? '', reply.audio?.transcript ?? '', ...pictures].filter((part) => part !== '').join('\n\n')
  if (text === '') return []
  const citations = (reply.annotations ?? []).flatMap(citationOf)
  return [{ type: 'text', text, ...(citations.length > 0 && { citations }) }]
}

/** A message in the given state. */
export const renderMessage = (state: JsonObject, { id, model }: WireReplyMeta): JsonObject => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  ...state,
})

/** A whole answer as Anthropic's endpoint would have sent it. */
export const renderMessagesReply = (reply: ChatReply, meta: WireReplyMeta): string => {
  const content = [...thoughtBlocks(reply.reasoning, reply.sealedReasoning ?? []), ...textBlocks(reply), ...reply.toolCalls.map(useBlock)]
  const stop = stopFields(reply.finishReason, reply.stopSequence)
  return JSON.stringify(renderMessage({ content, ...stop, usage: renderUsage(reply.usage) }, meta))
}
