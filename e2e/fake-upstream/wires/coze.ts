import { z } from 'zod'
import { DEFAULT_USAGE } from '../behaviour.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'
import { inPieces } from '../script.ts'
import type { Asked } from '../turn.ts'

export const COZE_BOT = '7379462189365198898'

const piece = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.enum(['image', 'file']), file_url: z.url() }),
])
const pieces = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(piece).min(1))

const message = z.discriminatedUnion('content_type', [
  z.strictObject({
    role: z.enum(['user', 'assistant']),
    type: z.enum(['question', 'answer']),
    content: z.string(),
    content_type: z.literal('text'),
  }),
  z.strictObject({ role: z.literal('user'), type: z.literal('question'), content: pieces, content_type: z.literal('object_string') }),
])
const chatBody = z.strictObject({
  bot_id: z.string().regex(/^\d+$/),
  user_id: z.string().min(1),
  stream: z.literal(true),
  auto_save_history: z.boolean().optional(),
  additional_messages: z.array(message).min(1).max(100),
})
const cancelBody = z.strictObject({ chat_id: z.string().min(1), conversation_id: z.string().min(1) })

const askedOf = ({ additional_messages: messages }: z.output<typeof chatBody>): Asked => {
  const last = messages.at(-1)
  demand(last?.role === 'user', 400, 'the last message must be a question of the user')
  const parts = typeof last?.content === 'object' ? last.content : [{ type: 'text' as const, text: last?.content ?? '' }]
  const links = parts.flatMap((part) => ('file_url' in part ? [part.file_url] : []))
  return {
    text: parts.map((part) => ('text' in part ? part.text : '')).join(''),
    tools: [],
    results: [],
    image: links[0] === undefined ? undefined : { address: links[0] },
    wantsJson: false,
  }
}

const event = (name: string, data: unknown): string => `event:${name}\ndata:${JSON.stringify(data)}\n\n`

interface ChatNames {
  readonly id: string
  readonly conversation_id: string
}

const USAGE = {
  token_count: DEFAULT_USAGE.prompt_tokens + DEFAULT_USAGE.completion_tokens,
  input_count: DEFAULT_USAGE.prompt_tokens,
  output_count: DEFAULT_USAGE.completion_tokens,
}

/** Every message comes in pieces and then once more as a whole, followed by remarks that are no part of the answer. */
const framesOf = (text: string, chat: ChatNames): readonly string[] => {
  const { id, conversation_id } = chat
  const said = { id: 'm1', role: 'assistant', type: 'answer', content_type: 'text', chat_id: id, conversation_id, bot_id: COZE_BOT }
  const remark = { ...said, id: 'm2', type: 'verbose', content: '{"msg_type":"generate_answer_finish"}' }
  return [
    event('conversation.chat.created', { ...chat, status: 'created' }),
    event('conversation.chat.in_progress', { ...chat, status: 'in_progress' }),
    ...inPieces(text).map((content) => event('conversation.message.delta', { ...said, content })),
    event('conversation.message.completed', { ...said, content: text }),
    event('conversation.message.completed', remark),
    event('conversation.chat.completed', { ...chat, status: 'completed', usage: USAGE }),
    event('done', '[DONE]'),
  ]
}

const CODES: Readonly<Record<number, number>> = { 400: 4000, 401: 4100, 404: 4200, 429: 4013 }

/** Coze's bots. All errors but that of the token come with status 200; a chat goes on until it ends or is canceled. */
export const openCoze = (key: string): NativeFake => {
  const running = new Map<string, string>()
  let chats = 0
  let canceled = 0

  const cancel = ({ chat_id: id, conversation_id: conversation }: z.output<typeof cancelBody>): Response => {
    demand(running.get(id) === conversation, 404, 'the chat does not exist')
    running.delete(id)
    canceled++
    return Response.json({ code: 0, msg: '', data: { id, conversation_id: conversation, status: 'canceled' } })
  }

  const chat = (asked: z.output<typeof chatBody>): Response => {
    demand(asked.bot_id === COZE_BOT, 404, `Requested resource bot_id=${asked.bot_id} does not exist`)
    const answer = scripted(askedOf(asked))
    const names = { id: `chat${++chats}`, conversation_id: `conversation${chats}` }
    running.set(names.id, names.conversation_id)
    return streamOf(framesOf(answer.kind === 'text' ? answer.text : '', names), EVENT_STREAM)
  }

  const fake = serveNative({
    answer: async (request) => {
      demand(request.headers.get('authorization') === `Bearer ${key}`, 401, 'authentication is invalid')
      const [, isCancel] = demandPath(request, /^\/v3\/chat(\/cancel)?$/)
      return isCancel === undefined ? chat(await readJson(request, chatBody)) : cancel(await readJson(request, cancelBody))
    },
    refuse: (status, msg) =>
      Response.json({ code: CODES[status] ?? 5000, msg, detail: { logid: 'fake' } }, { status: status === 401 ? status : 200 }),
  })
  return { ...fake, canceled: () => canceled }
}
