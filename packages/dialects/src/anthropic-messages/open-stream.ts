import type { ChatCall } from '../model/call.ts'
import type { StreamDecoder } from '../model/provider.ts'
import { eventsOfReply } from '../model/reply-events.ts'
import { openJsonStream } from '../model/json-stream.ts'
import { parseClaudeReply } from './parse-reply.ts'
import { ClaudeEventReader } from './parse-stream.ts'

/** Claude's events as server-sent events, which is how Anthropic and Google send them. */
export const openClaudeStream = (call: ChatCall): StreamDecoder => {
  const reader = new ClaudeEventReader(call)
  return openJsonStream({
    read: (json) => reader.read(json),
    readWhole: (body) => eventsOfReply(parseClaudeReply(body, call)),
  })
}
