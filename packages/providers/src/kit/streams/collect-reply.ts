import type { ChatReply, Decoded } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { replyOfEvents } from '@weir/dialects/model/reply-events'

const encoder = new TextEncoder()

/** Reads a body that holds a whole stream. */
export const collectReply = (stream: StreamDecoder, body: string): Decoded<ChatReply> =>
  replyOfEvents([...stream.push(encoder.encode(body)), ...stream.end()])
