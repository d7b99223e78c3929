import { isDeepStrictEqual } from 'node:util'
import { countAt, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatEvent, ChatReply, Decoded } from '@weir/dialects/model/event'
import type { Provider, StreamDecoder } from '@weir/dialects/model/provider'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import {
  answerOfEvents,
  answerOfReply,
  chatCallOf,
  expectedAnswer,
  expectedFigures,
  figuresOf,
  targetOf,
  taskCallOf,
  taskNamed,
} from './expectation.ts'
import type { ReplyFixture } from './fixture.ts'
import { openSameWire, readSameWire } from './strict-client.ts'

export type Problems = readonly string[]

const decoder = new TextDecoder()

const show = (value: unknown): string => JSON.stringify(value)
export const differs = (what: string, got: unknown, wanted: unknown): Problems =>
  isDeepStrictEqual(got, wanted) ? [] : [`${what} is ${show(got)}, expected ${show(wanted)}`]

/** What the recorded reply answers. */
interface Asked {
  readonly call: ChatCall
  readonly target: ChannelTarget
}

const askedOf = (expected: JsonObject, isStream: boolean): Asked => ({
  call: chatCallOf(objectAt(expected, 'call'), isStream),
  target: targetOf(expected),
})

const chatOf = (provider: Provider) => {
  if (provider.chat === undefined) throw new Error(`${provider.id} has no chat`)
  return provider.chat
}

const wireOf = (provider: Provider, { call, target }: Asked) => {
  const chat = chatOf(provider)
  return chat.wireFor?.(call, target) ?? chat.wire
}

const decodeChat = (provider: Provider, body: string, asked: Asked): Decoded<ChatReply> => {
  const wire = wireOf(provider, asked)
  const { call } = asked
  return wire.kind === 'same' ? readSameWire({ provider, wire, call }, body) : wire.decode(body, call)
}

const openDecoder = (provider: Provider, asked: Asked): StreamDecoder => {
  const wire = wireOf(provider, asked)
  const { call } = asked
  return wire.kind === 'same' ? openSameWire({ provider, wire, call }) : wire.openStream(call)
}

const readInPieces = (provider: Provider, asked: Asked, pieces: readonly Uint8Array[]): readonly ChatEvent[] => {
  const stream = openDecoder(provider, asked)
  return [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()]
}

const finishCount = (events: readonly ChatEvent[]): number => events.filter((event) => event.kind === 'finished').length

const secretIn = (message: string, expected: JsonObject): Problems =>
  message.includes(targetOf(expected).key) ? ['the message repeats the key'] : []

const wholeProblems = (provider: Provider, fixture: ReplyFixture, asked: Asked): Problems => {
  const result = decodeChat(provider, decoder.decode(fixture.bytes), asked)
  const fault = textAt(fixture.expected, 'fault')
  if (fault !== undefined) {
    if (result.ok) return [`read as an answer, expected the fault ${fault}`]
    return [...differs('the fault', result.failure.fault, fault), ...secretIn(result.failure.message, fixture.expected)]
  }
  if (!result.ok) return [`failed as ${result.failure.fault}, expected an answer`]
  return differs('the answer', answerOfReply(result.value), expectedAnswer(objectAt(fixture.expected, 'answer') ?? {}))
}

/** A cut may fall anywhere, also inside a character; nothing may depend on where. */
const splitProblems = (provider: Provider, asked: Asked, bytes: Uint8Array): Problems => {
  const whole = readInPieces(provider, asked, [bytes])
  for (let at = 1; at < bytes.length; at++) {
    const events = readInPieces(provider, asked, [bytes.subarray(0, at), bytes.subarray(at)])
    if (!isDeepStrictEqual(events, whole)) return [`split at byte ${at} the events differ: ${show(events)}`]
  }
  const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
  return differs('events of single bytes', readInPieces(provider, asked, single), whole)
}

/** Whatever is cut off, a finish may be reported only when all of the answer has come. */
const prefixProblems = (provider: Provider, asked: Asked, bytes: Uint8Array): Problems => {
  const whole = answerOfEvents(readInPieces(provider, asked, [bytes]))
  for (let length = 0; length < bytes.length; length++) {
    const events = readInPieces(provider, asked, [bytes.subarray(0, length)])
    const answer = answerOfEvents(events)
    const isWhole = answer.text === whole.text && isDeepStrictEqual(answer.toolCalls, whole.toolCalls)
    if (finishCount(events) > 0 && !isWhole) return [`cut after ${length} bytes the stream still finishes`]
  }
  return []
}

const streamEndProblems = (events: readonly ChatEvent[], expected: JsonObject): Problems => {
  const failure = events.find((event) => event.kind === 'failed')?.failure
  const fault = textAt(expected, 'fault')
  const cut = objectAt(expected, 'cut')
  if (fault !== undefined)
    return [
      ...differs('the fault', failure?.fault, fault),
      ...differs('the number of finishes', finishCount(events), 0),
      ...secretIn(failure?.message ?? '', expected),
    ]
  if (cut !== undefined)
    return [...differs('the number of finishes', finishCount(events), 0), ...differs('the text', answerOfEvents(events).text, cut['text'])]
  return [
    ...differs('the failure', failure, undefined),
    ...differs('the number of finishes', finishCount(events), 1),
    ...differs('the answer', answerOfEvents(events), expectedAnswer(objectAt(expected, 'answer') ?? {})),
  ]
}

const streamProblems = (provider: Provider, fixture: ReplyFixture, asked: Asked): Problems => [
  ...streamEndProblems(readInPieces(provider, asked, [fixture.bytes]), fixture.expected),
  ...splitProblems(provider, asked, fixture.bytes),
  ...prefixProblems(provider, asked, fixture.bytes),
]

const taskProblems = (provider: Provider, fixture: ReplyFixture, name: string): Problems => {
  const task = taskNamed(name)
  const capability = task && provider.tasks?.[task]
  if (task === undefined || capability?.decode === undefined) return [`${provider.id} does not decode ${name}`]
  const contentType = textAt(fixture.expected, 'contentType') ?? 'application/json'
  const result = capability.decode({ contentType, bytes: fixture.bytes }, taskCallOf(task, fixture.expected))
  const fault = textAt(fixture.expected, 'fault')
  if (!result.ok) return differs('the fault', result.failure.fault, fault)
  const { body, usage, contentType: type } = result.value
  const reply = objectAt(fixture.expected, 'reply') ?? {}
  const shown = typeof body === 'string' ? parseJson(body) : Buffer.from(body).toString('base64')
  return [
    ...differs('the fault', undefined, fault),
    ...differs('the reply', shown, reply['body']),
    ...differs('the content type', type, textAt(reply, 'contentType') ?? 'application/json'),
    ...differs('the usage', figuresOf(usage), expectedFigures(reply)),
  ]
}

/** A recording of OpenAI's wire. Frames are cut by the same code for all who share it, so the cuts are tried with own recordings only. */
export const sharedReplyProblems = (provider: Provider, fixture: ReplyFixture): Problems => {
  if (!fixture.isStream || chatOf(provider).wire.kind !== 'same') return replyProblems(provider, fixture)
  const asked = askedOf(fixture.expected, true)
  return streamEndProblems(readInPieces(provider, asked, [fixture.bytes]), fixture.expected)
}

const headersOf = (expected: JsonObject) => (name: string) => textAt(objectAt(expected, 'headers'), name)

/** What is wrong with how a provider reads one recorded reply; empty when nothing is. */
export const replyProblems = (provider: Provider, fixture: ReplyFixture): Problems => {
  const { expected } = fixture
  const status = countAt(expected, 'status') ?? 200
  if (status < 200 || status > 299)
    return differs('the fault', provider.classify(status, decoder.decode(fixture.bytes), headersOf(expected)), textAt(expected, 'fault'))
  const task = textAt(expected, 'task')
  if (task !== undefined) return taskProblems(provider, fixture, task)
  const asked = askedOf(expected, fixture.isStream)
  return fixture.isStream ? streamProblems(provider, fixture, asked) : wholeProblems(provider, fixture, asked)
}
