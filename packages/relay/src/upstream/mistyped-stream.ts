import { joinBytes } from '@weir/dialects/bytes'
import type { ByteReader, UpstreamReply } from '../ports.ts'
import { readFrom, readerOf } from './read-body.ts'

const EVENT_FIELD = /^(?::|(?:data|event|id|retry):)/
/** The longest field that an event begins with. */
const ENOUGH_CHARACTERS = 'event:'.length
/** Blank lines beyond this are no beginning of anything. */
const MAX_BLANK_BYTES = 4096
const decoder = new TextDecoder()

const readAgain = (head: readonly Uint8Array[], reader: ByteReader): ByteReader => {
  const pieces = [...head]
  return {
    read: () => {
      const value = pieces.shift()
      return value === undefined ? reader.read() : Promise.resolve({ done: false, value })
    },
    cancel: () => reader.cancel(),
    ...(reader.leave && { leave: () => reader.leave?.() }),
  }
}

interface Begun {
  readonly isStream: boolean
  /** All of it, what was looked at included. */
  readonly reply: UpstreamReply
}

/** Whether a reply that upstream calls something else is a stream of events. Only its beginning is waited for. */
export const lookForEvents = async (reply: UpstreamReply, wait: <T>(work: Promise<T>) => T | Promise<T>): Promise<Begun> => {
  const reader = readerOf(reply)
  if (reader === undefined) return { isStream: false, reply }
  const head: Uint8Array[] = []
  for (;;) {
    const { value } = await wait(readFrom(reader))
    if (value !== undefined) head.push(value)
    const bytes = joinBytes(head)
    const text = decoder.decode(bytes).trimStart()
    if (value === undefined || text.length >= ENOUGH_CHARACTERS || bytes.length > MAX_BLANK_BYTES) {
      const { status, headers } = reply
      return { isStream: EVENT_FIELD.test(text), reply: { status, headers, body: null, pieces: () => readAgain(head, reader) } }
    }
  }
}
