import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'

/** A stream's events as one answer, for upstreams that only stream. Without a finish it is no answer. */
const replyOfEvents = (events: readonly ChatEvent[]): Decoded<ChatReply> => {
  const failure = events.find((event) => event.kind === 'failed')?.failure
  if (failure) return { ok: false, failure }
  const finish = events.findLast((event) => event.kind === 'finished')
  if (finish === undefined) return failedWith('broken')
  const begun = events.filter((event) => event.kind === 'tool-call-begun')
  const fragments = events.filter((event) => event.kind === 'tool-call-arguments')
  const toolCalls = begun.map(({ id, name, index }): ToolCall => ({
    id,
    name,
    arguments: fragments.map((part) => (part.index === index ? part.fragment : '')).join(''),
  }))
  return decoded({
    text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    reasoning: events.map((event) => (event.kind === 'reasoning' ? event.text : '')).join(''),
    toolCalls,
    finishReason: finish.reason,
    usage: events.findLast((event) => event.kind === 'usage')?.usage,
  })
}

const encoder = new TextEncoder()

/** Reads a body that holds a whole stream. */
export const gatherReply = (stream: StreamDecoder, body: string): Decoded<ChatReply> =>
  replyOfEvents([...stream.push(encoder.encode(body)), ...stream.end()])
