import { messagesWire } from '../anthropic-messages/caller/caller-wire.ts'
import { openClaudeStream } from '../anthropic-messages/open-stream.ts'
import { parseClaudeReply } from '../anthropic-messages/parse-reply.ts'
import { renderClaudeCall } from '../anthropic-messages/render-call.ts'
import { joinBytes } from '../bytes.ts'
import { geminiWire } from '../gemini/caller/caller-wire.ts'
import { openGeminiStream } from '../gemini/open-stream.ts'
import { parseGeminiReply } from '../gemini/parse-reply.ts'
import { renderGeminiCall } from '../gemini/render-call.ts'
import type { JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { CallerWire, WireReplyMeta } from '../model/caller-wire.ts'
import { decoded, type ChatReply, type Decoded } from '../model/event.ts'
import type { EventRenderer } from '../model/event-renderer.ts'
import type { StreamDecoder } from '../model/provider.ts'
import { eventsOfReply, replyOfEvents } from '../model/reply-events.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { chatWire } from '../openai-chat/decode.ts'
import { parseChatCall } from '../openai-chat/parse-call.ts'
import { renderReply } from '../openai-chat/render-reply.ts'
import { StreamRenderer } from '../openai-chat/render-stream.ts'
import { responsesWire } from '../openai-responses/caller-wire.ts'
import { responsesUpstream } from '../openai-responses/upstream/native-wire.ts'
import { renderResponseCall } from '../openai-responses/upstream/render-call.ts'

/** Both sides of one wire, so that what one writes can be read by the other. */
export interface PairedWire {
  readonly name: 'chat' | 'responses' | 'messages' | 'gemini'
  /** A chat in the words of this wire: as a caller sends it, or as upstream gets it. */
  readonly writeCall: (chat: JsonObject) => JsonObject
  readonly readCall: (body: JsonObject) => JsonObject
  /** An answer in the words of this wire: as upstream gives it, or as the caller gets it. */
  readonly writeReply: (reply: ChatReply) => string
  readonly readReply: (text: string) => ChatReply
  readonly writeStream: (reply: ChatReply) => Uint8Array
  readonly readStream: (bytes: Uint8Array) => ChatReply
}

const MODEL = 'm'

const callOf = (chat: JsonObject): ChatCall => {
  const parsed = parseChatCall(JSON.stringify({ model: MODEL, ...chat }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const ANY_CALL = callOf({ messages: [{ role: 'user', content: 'x' }] })

const META: WireReplyMeta = {
  id: 'r1',
  created: 1,
  model: MODEL,
  body: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  estimatedInput: 1,
}

const valueOf = (reply: Decoded<ChatReply>): ChatReply => {
  if (reply.ok) return reply.value
  throw new Error(`${reply.failure.fault} ${reply.failure.message}`)
}

const streamedBy = (writer: EventRenderer, reply: ChatReply): Uint8Array => {
  const pieces = eventsOfReply(decoded(reply)).flatMap((event) => writer.render(event) ?? [])
  return joinBytes([...pieces, writer.end(reply.usage)])
}

const readBy = (decoder: StreamDecoder, bytes: Uint8Array): ChatReply => valueOf(replyOfEvents([...decoder.push(bytes), ...decoder.end()]))

const readCallBy =
  (wire: CallerWire) =>
  (body: JsonObject): JsonObject => {
    const parsed = wire.parseCall({ rawBody: JSON.stringify(body), headers: {}, address: { model: MODEL, isStream: false, query: '' } })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    if (parsed.call.chat instanceof UnsupportedInput) throw parsed.call.chat
    return parsed.call.chat.body
  }

const writtenBy = (wire: CallerWire) => ({
  readCall: readCallBy(wire),
  writeReply: (reply: ChatReply) => wire.renderReply(reply, META),
  writeStream: (reply: ChatReply) => {
    const parsed = wire.parseCall({
      rawBody: JSON.stringify({ model: MODEL, max_tokens: 1, input: 'x', messages: [{}], contents: [{}] }),
      headers: {},
      address: { model: MODEL, isStream: true, query: '?alt=sse' },
    })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    return streamedBy(wire.openWriter(META, parsed.call), reply)
  },
})

const openaiChat = chatWire({ wire: { kind: 'same' }, faultOf: () => 'broken' })

const chat: PairedWire = {
  name: 'chat',
  writeCall: (body) => body,
  readCall: (body) => callOf(body).body,
  writeReply: (reply) => renderReply(reply, META),
  readReply: (text) => valueOf(openaiChat.decode(text, ANY_CALL)),
  writeStream: (reply) => streamedBy(new StreamRenderer(META, true), reply),
  readStream: (bytes) => readBy(openaiChat.openStream(ANY_CALL), bytes),
}

const openaiResponses = responsesUpstream(() => 'broken')

const responses: PairedWire = {
  name: 'responses',
  writeCall: (body) => renderResponseCall(callOf(body), { model: 'computer-use-preview', systemPrompt: '', keepsThoughts: true }),
  ...writtenBy(responsesWire),
  readReply: (text) => valueOf(openaiResponses.decode(text, ANY_CALL)),
  readStream: (bytes) => readBy(openaiResponses.openStream(ANY_CALL), bytes),
}

const CLAUDE = { model: 'claude-sonnet-4-5', systemPrompt: '', takesImageLinks: true, takesSampling: true }

const messages: PairedWire = {
  name: 'messages',
  writeCall: (body) => ({ model: MODEL, ...renderClaudeCall(callOf(body), CLAUDE) }),
  ...writtenBy(messagesWire),
  readReply: (text) => valueOf(parseClaudeReply(text, ANY_CALL)),
  readStream: (bytes) => readBy(openClaudeStream(ANY_CALL), bytes),
}

const gemini: PairedWire = {
  name: 'gemini',
  writeCall: (body) => renderGeminiCall(callOf(body), { model: 'gemini-3-pro-preview', systemPrompt: '', isVertex: false }),
  ...writtenBy(geminiWire),
  readReply: (text) => valueOf(parseGeminiReply(text, ANY_CALL)),
  readStream: (bytes) => readBy(openGeminiStream(ANY_CALL), bytes),
}

export const pairedWires: readonly PairedWire[] = [chat, responses, messages, gemini]
