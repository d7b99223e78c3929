import {
  decoded,
  failedWith,
  type ChatEvent,
  type ChatReply,
  type Decoded,
  type OutputAudio,
  type ReplyTraits,
  type ToolCall,
} from './event.ts'

const optional = <T>(value: T | undefined, event: (value: T) => ChatEvent): readonly ChatEvent[] =>
  value === undefined ? [] : [event(value)]

const reasoningOf = ({ reasoning, sealedReasoning }: ChatReply): readonly ChatEvent[] =>
  reasoning === '' && !sealedReasoning ? [] : [{ kind: 'reasoning', text: reasoning, ...(sealedReasoning && { sealed: sealedReasoning }) }]

const textOf = ({ text, textSignature }: ChatReply): readonly ChatEvent[] =>
  text === '' && textSignature === undefined
    ? []
    : [{ kind: 'text', text, ...(textSignature !== undefined && { signature: textSignature }) }]

const toolCallEvents = ({ toolCalls }: ChatReply): readonly ChatEvent[] =>
  toolCalls.flatMap(({ id, name, arguments: fragment, signature }, index): readonly ChatEvent[] => [
    { kind: 'tool-call-begun', index, id, name, ...(signature !== undefined && { signature }) },
    { kind: 'tool-call-arguments', index, fragment },
  ])

/** A whole answer as the events of a stream, for upstreams that do not stream or did not this time. */
export const eventsOfReply = (reply: Decoded<ChatReply>): readonly ChatEvent[] => {
  if (!reply.ok) return [{ kind: 'failed', failure: reply.failure }]
  const { value } = reply
  const { finishReason, stopSequence } = value
  return [
    ...optional(value.traits, (traits) => ({ kind: 'traits', traits })),
    ...reasoningOf(value),
    ...(value.searches ?? []).map((search) => ({ kind: 'search' as const, search })),
    ...textOf(value),
    ...optional(value.logprobs, (logprobs) => ({ kind: 'logprobs', logprobs })),
    ...optional(value.annotations, (annotations) => ({ kind: 'annotations', annotations })),
    ...optional(value.refusal, (refusal) => ({ kind: 'refusal', text: refusal })),
    ...(value.images ?? []).map((image) => ({ kind: 'image' as const, image })),
    ...optional(value.audio, (audio) => ({ kind: 'audio', audio })),
    ...toolCallEvents(value),
    ...optional(value.usage, (usage) => ({ kind: 'usage', usage })),
    { kind: 'finished', reason: finishReason, ...(stopSequence !== undefined && { stopSequence }) },
  ]
}

const joined = (events: readonly ChatEvent[], kind: 'text' | 'reasoning' | 'refusal'): string =>
  events.map((event) => (event.kind === kind ? event.text : '')).join('')

const audioOf = (pieces: readonly OutputAudio[]): OutputAudio => {
  const last = <K extends 'id' | 'expiresAt'>(name: K) => pieces.findLast((piece) => piece[name] !== undefined)?.[name]
  const [id, expiresAt] = [last('id'), last('expiresAt')]
  return {
    ...(id !== undefined && { id }),
    ...(expiresAt !== undefined && { expiresAt }),
    data: joinBase64(pieces.flatMap(({ data }) => data ?? [])),
    transcript: pieces.map(({ transcript = '' }) => transcript).join(''),
  }
}

/** Pieces may be padded each for itself. */
const joinBase64 = (pieces: readonly string[]): string =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).toString('base64')

/** What an answer may hold besides its text, its thoughts and its calls. */
const extrasOf = (events: readonly ChatEvent[]): Partial<ChatReply> => {
  const refusal = joined(events, 'refusal')
  const textSignature = events.findLast((event) => event.kind === 'text' && event.signature !== undefined)
  const images = events.flatMap((event) => (event.kind === 'image' ? [event.image] : []))
  const audio = events.flatMap((event) => (event.kind === 'audio' ? [event.audio] : []))
  const annotations = events.flatMap((event) => (event.kind === 'annotations' ? event.annotations : []))
  const logprobs = events.flatMap((event) => (event.kind === 'logprobs' ? event.logprobs : []))
  const searches = events.flatMap((event) => (event.kind === 'search' ? [event.search] : []))
  const traits = events.flatMap((event) => (event.kind === 'traits' ? [event.traits] : []))
  return {
    ...(textSignature?.kind === 'text' && textSignature.signature !== undefined && { textSignature: textSignature.signature }),
    ...(refusal !== '' && { refusal }),
    ...(images.length > 0 && { images }),
    ...(audio.length > 0 && { audio: audioOf(audio) }),
    ...(annotations.length > 0 && { annotations }),
    ...(logprobs.length > 0 && { logprobs }),
    ...(searches.length > 0 && { searches }),
    ...(traits.length > 0 && { traits: Object.assign({}, ...traits) as ReplyTraits }),
  }
}

const toolCallsOf = (events: readonly ChatEvent[]): readonly ToolCall[] => {
  const fragments = events.filter((event) => event.kind === 'tool-call-arguments')
  return events.flatMap((event) => {
    if (event.kind !== 'tool-call-begun') return []
    const { id, name, index, signature } = event
    const written = fragments.map((part) => (part.index === index ? part.fragment : '')).join('')
    return [{ id, name, arguments: written, ...(signature !== undefined && { signature }) }]
  })
}

/** The events of a stream as one answer. Without a finish it is no answer. */
export const replyOfEvents = (events: readonly ChatEvent[]): Decoded<ChatReply> => {
  const failure = events.find((event) => event.kind === 'failed')?.failure
  if (failure) return { ok: false, failure }
  const finish = events.findLast((event) => event.kind === 'finished')
  if (finish === undefined) return failedWith('broken')
  const sealed = events.findLast((event) => event.kind === 'reasoning' && event.sealed !== undefined)
  return decoded({
    text: joined(events, 'text'),
    reasoning: joined(events, 'reasoning'),
    ...(sealed?.kind === 'reasoning' && sealed.sealed && { sealedReasoning: sealed.sealed }),
    ...extrasOf(events),
    toolCalls: toolCallsOf(events),
    finishReason: finish.reason,
    ...(finish.stopSequence !== undefined && { stopSequence: finish.stopSequence }),
    usage: events.findLast((event) => event.kind === 'usage')?.usage,
  })
}
