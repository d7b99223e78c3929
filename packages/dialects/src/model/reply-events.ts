import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type ToolCall } from './event.ts'

/** A whole answer as the events of a stream, for upstreams that do not stream or did not this time. */
export const eventsOfReply = (reply: Decoded<ChatReply>): readonly ChatEvent[] => {
  if (!reply.ok) return [{ kind: 'failed', failure: reply.failure }]
  const { text, reasoning, sealedReasoning, toolCalls, finishReason, usage } = reply.value
  return [
    ...(reasoning === '' && !sealedReasoning
      ? []
      : [{ kind: 'reasoning' as const, text: reasoning, ...(sealedReasoning && { sealed: sealedReasoning }) }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...toolCalls.flatMap(({ id, name, arguments: fragment, signature }, index): readonly ChatEvent[] => [
      { kind: 'tool-call-begun', index, id, name, ...(signature !== undefined && { signature }) },
      { kind: 'tool-call-arguments', index, fragment },
    ]),
    ...(usage ? [{ kind: 'usage' as const, usage }] : []),
    { kind: 'finished', reason: finishReason },
  ]
}

const joined = (events: readonly ChatEvent[], kind: 'text' | 'reasoning'): string =>
  events.map((event) => (event.kind === kind ? event.text : '')).join('')

/** The events of a stream as one answer. Without a finish it is no answer. */
export const replyOfEvents = (events: readonly ChatEvent[]): Decoded<ChatReply> => {
  const failure = events.find((event) => event.kind === 'failed')?.failure
  if (failure) return { ok: false, failure }
  const finish = events.findLast((event) => event.kind === 'finished')
  if (finish === undefined) return failedWith('broken')
  const begun = events.filter((event) => event.kind === 'tool-call-begun')
  const fragments = events.filter((event) => event.kind === 'tool-call-arguments')
  const toolCalls = begun.map(({ id, name, index, signature }): ToolCall => ({
    id,
    name,
    arguments: fragments.map((part) => (part.index === index ? part.fragment : '')).join(''),
    ...(signature !== undefined && { signature }),
  }))
  const sealed = events.findLast((event) => event.kind === 'reasoning' && event.sealed !== undefined)
  return decoded({
    text: joined(events, 'text'),
    reasoning: joined(events, 'reasoning'),
    ...(sealed?.kind === 'reasoning' && sealed.sealed && { sealedReasoning: sealed.sealed }),
    toolCalls,
    finishReason: finish.reason,
    usage: events.findLast((event) => event.kind === 'usage')?.usage,
  })
}
