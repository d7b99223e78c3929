import { ClaudeEventReader } from '@weir/dialects/anthropic-messages/parse-stream'
import { parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatEvent } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { ConverseEventReader } from './converse/response.ts'
import { faultOfAwsError } from './errors.ts'
import { AwsMessageSplitter, CorruptStream, type AwsMessage } from './event-stream.ts'

type ReadEvent = (name: string, json: unknown) => readonly ChatEvent[]

const decoder = new TextDecoder()

const BROKEN: ChatEvent = { kind: 'failed', failure: { fault: 'broken', message: '' } }

/** A failure comes as a message of its own kind, named after the exception. */
const failureOf = (message: AwsMessage, json: unknown): ChatEvent => {
  const type = message.headers[':exception-type'] ?? message.headers[':error-code'] ?? ''
  const words = textAt(json, 'message') ?? message.headers[':error-message'] ?? ''
  return { kind: 'failed', failure: { fault: faultOfAwsError(type, words) ?? 'broken', message: words } }
}

const readMessage = (message: AwsMessage, read: ReadEvent): readonly ChatEvent[] => {
  const json = parseJson(decoder.decode(message.payload))
  return message.headers[':message-type'] === 'event' ? read(message.headers[':event-type'] ?? '', json) : [failureOf(message, json)]
}

const openAwsStream = (read: ReadEvent): StreamDecoder => {
  const splitter = new AwsMessageSplitter()
  let hasFailed = false
  return {
    push: (chunk) => {
      const events: ChatEvent[] = []
      if (hasFailed) return events
      try {
        for (const message of splitter.push(chunk)) events.push(...readMessage(message, read))
      } catch (error) {
        if (!(error instanceof CorruptStream)) throw error
        hasFailed = true
        events.push(BROKEN)
      }
      return events
    },
    end: () => [],
  }
}

const eventIn = (payload: unknown): string => Buffer.from(textAt(payload, 'bytes') ?? '', 'base64').toString()

const encoder = new TextEncoder()

/** Anthropic's word for what an exception means. */
const ERROR_TYPES: Readonly<Partial<Record<UpstreamFault, string>>> = {
  'bad-request': 'invalid_request_error',
  'bad-credential': 'authentication_error',
  forbidden: 'permission_error',
  'not-found': 'not_found_error',
  'rate-limited': 'rate_limit_error',
  overloaded: 'overloaded_error',
  'too-slow': 'timeout_error',
}

const errorFrame = (fault: UpstreamFault): string =>
  `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: ERROR_TYPES[fault] ?? 'api_error', message: '' } })}\n\n`

const frameOf = (message: AwsMessage): string => {
  const json = parseJson(decoder.decode(message.payload))
  if (message.headers[':message-type'] !== 'event') {
    const failed = failureOf(message, json)
    return errorFrame(failed.kind === 'failed' ? failed.failure.fault : 'broken')
  }
  const event = eventIn(json)
  return `event: ${textAt(parseJson(event), 'type') ?? ''}\ndata: ${event}\n\n`
}

/** The same messages as the events that Anthropic itself sends. */
export const openInvokeFrames = (): ((chunk: Uint8Array) => Uint8Array) => {
  const splitter = new AwsMessageSplitter()
  return (chunk) => {
    const frames: string[] = []
    try {
      for (const message of splitter.push(chunk)) frames.push(frameOf(message))
    } catch (error) {
      if (!(error instanceof CorruptStream)) throw error
      frames.push(errorFrame('broken'))
    }
    return encoder.encode(frames.join(''))
  }
}

/** Claude's own events come packed as base64 in messages called `chunk`. */
export const openInvokeStream = (call: ChatCall): StreamDecoder => {
  const reader = new ClaudeEventReader(call)
  return openAwsStream((_, json) => {
    return reader.read(parseJson(eventIn(json)))
  })
}

export const openConverseStream = (call: ChatCall): StreamDecoder => {
  const reader = new ConverseEventReader(call)
  return openAwsStream((name, json) => reader.read(name, json))
}
