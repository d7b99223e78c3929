import { DEFAULT_TEXT, DEFAULT_USAGE, type Behaviour } from '../behaviour.ts'
import type { Gate } from '../gate.ts'
import type { JournalEntry } from '../journal.ts'
import { halves } from '../script.ts'
import type { ScriptedCall } from '../turn.ts'

export interface ChatBody {
  readonly model?: string
  readonly stream?: boolean | undefined
  readonly stream_options?: { readonly include_usage?: boolean } | undefined
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
}

/** One chat request on its way to the reply. */
export interface Chat {
  readonly body: ChatBody
  readonly behaviour: Behaviour
  /** Calls take the place of the text. */
  readonly calls: readonly ScriptedCall[]
  readonly entry: JournalEntry
  readonly gate: Gate
}

const CREATED = 1_700_000_000
/** What a provider's edge adds: the first is meant for callers, the second for its own browser pages alone. */
const EDGE_HEADERS = { 'x-ratelimit-remaining-requests': '59', 'set-cookie': 'tracking=1' }

const usageOf = ({ usage = DEFAULT_USAGE }: Behaviour) => usage && { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens }

const wireCall = ({ id, name, arguments: input }: ScriptedCall) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
})

const finishOf = ({ calls }: Chat): string => (calls.length > 0 ? 'tool_calls' : 'stop')

const messageOf = ({ behaviour, calls }: Chat): object =>
  calls.length > 0
    ? { role: 'assistant', content: null, tool_calls: calls.map(wireCall) }
    : { role: 'assistant', content: behaviour.text ?? DEFAULT_TEXT }

export const wholeReply = (chat: Chat): Response => {
  const usage = usageOf(chat.behaviour)
  chat.entry.isFinished = true
  return Response.json(
    {
      id: 'chatcmpl-fake',
      object: 'chat.completion',
      created: CREATED,
      model: chat.body.model,
      choices: [{ index: 0, message: messageOf(chat), finish_reason: finishOf(chat), logprobs: null }],
      ...(usage && { usage }),
    },
    { headers: EDGE_HEADERS },
  )
}

const pieces = (text: string, count: number): readonly string[] => {
  const size = Math.max(1, Math.ceil(text.length / count))
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size) || '.')
}

const callDeltas = (call: ScriptedCall, index: number): readonly object[] => {
  const { id, type, function: whole } = wireCall(call)
  const first = { index, id, type, function: { name: whole.name, arguments: '' } }
  return [first, ...halves(whole.arguments).map((fragment) => ({ index, function: { arguments: fragment } }))]
}

const deltasOf = ({ behaviour, calls }: Chat): readonly object[] =>
  calls.length > 0
    ? calls.flatMap(callDeltas).map((delta) => ({ tool_calls: [delta] }))
    : pieces(behaviour.text ?? DEFAULT_TEXT, behaviour.events ?? 5).map((content) => ({ content }))

const frames = async function* (chat: Chat): AsyncGenerator<string> {
  const { body, behaviour, entry, gate } = chat
  const chunk = (over: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: CREATED, model: body.model, ...over })}\n\n`
  for (const delta of deltasOf(chat)) {
    if (behaviour.cutAfter !== undefined && entry.eventsSent >= behaviour.cutAfter) return
    if (behaviour.waits === 'between-events' && entry.eventsSent > 0) await gate.turn()
    entry.eventsSent++
    yield chunk({ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] })
  }
  yield chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishOf(chat) }] })
  const usage = usageOf(behaviour)
  if (body.stream_options?.include_usage && usage) yield chunk({ choices: [], usage })
  entry.isFinished = true
  yield 'data: [DONE]\n\n'
}

export const streamReply = (chat: Chat): Response =>
  new Response(frames(chat), { headers: { ...EDGE_HEADERS, 'content-type': 'text/event-stream' } })
