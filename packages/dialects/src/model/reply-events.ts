import type { ChatEvent, ChatReply, Decoded } from './event.ts'

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
