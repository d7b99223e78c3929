import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { Cancel } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel, type ChannelTarget, type EncodeContext, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import { textOfParts, type Part } from '@weir/dialects/openai-chat/read-parts'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { textOnly } from '../kit/input/text-only.ts'
import { GO_ON } from '../kit/input/users-turns.ts'
import type { CozeMessage, CozePiece, CozeRequest } from './wire.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(34)

const question = (content: string, type: CozeMessage['content_type'] = 'text'): CozeMessage => ({
  role: 'user',
  type: 'question',
  content,
  content_type: type,
})

const pieceOf = (part: Part): CozePiece => {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  if (part.kind === 'image' && part.source.kind === 'url') return { type: 'image', file_url: part.source.url }
  throw new UnsupportedInput(part.param, 'This channel takes text and images by their address only')
}

const userMessage = (parts: readonly Part[]): CozeMessage =>
  parts.every((part) => part.kind === 'text') ? question(textOfParts(parts)) : question(JSON.stringify(parts.map(pieceOf)), 'object_string')

/** A bot has a prompt of its own and no role for another, so instructions come as the user's words. */
const wireMessage = (message: Message): CozeMessage => {
  switch (message.role) {
    case 'system':
      return question(message.text)
    case 'user':
      return userMessage(message.parts)
    case 'tool':
      return question(textOnly(message.parts))
    case 'assistant':
      return { role: 'assistant', type: 'answer', content: message.text, content_type: 'text' }
  }
}

/** The bot is asked by the last message, and takes none without words. */
const messagesOf = (call: ChatCall, target: ChannelTarget): readonly CozeMessage[] => {
  const messages = readMessages(call.body, target.systemPrompt).map(wireMessage)
  const said = messages.filter(({ role, content }) => role === 'user' || content !== '')
  return said.at(-1)?.role === 'assistant' ? [...said, question(GO_ON)] : said
}

const post = (target: ChannelTarget, path: string, body: object): UpstreamRequest => ({
  method: 'POST',
  url: `${baseUrlOf(target, DEFAULT_BASE_URL)}${path}`,
  headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
  body: JSON.stringify(body),
})

const PASSED = ['custom_variables', 'meta_data', 'parameters']

/** Upstream always streams: otherwise it would have to be asked again and again whether the answer is there. */
export const encodeChat = (call: ChatCall, target: ChannelTarget, { nonce }: EncodeContext): UpstreamRequest => {
  const { user } = call.body
  const body: CozeRequest = {
    bot_id: mappedModel(call.model, target.modelMapping).replace(/^bot-/, ''),
    user_id: target.config['user_id'] || (typeof user === 'string' && user !== '' ? user : nonce()),
    stream: true,
    auto_save_history: false,
    additional_messages: messagesOf(call, target),
  }
  const passed = PASSED.map((name) => [name, objectAt(call.body, name)] as const).filter(([, value]) => value !== undefined)
  return post(target, '/v3/chat', { ...body, ...Object.fromEntries(passed) })
}

/** The first event names the chat, which goes on when its connection is closed. */
export const cancel: Cancel = (said, target) => {
  const chat = said
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => parseJson(line.slice('data:'.length)))
    .find((data) => textAt(data, 'status') !== undefined)
  const [id, conversation] = [textAt(chat, 'id'), textAt(chat, 'conversation_id')]
  return id === undefined || conversation === undefined
    ? undefined
    : post(target, '/v3/chat/cancel', { chat_id: id, conversation_id: conversation })
}

/** A bot decides on all the rest itself. */
export const KNOWN = ['user']
