import { isObject, parseJson } from '../../json.ts'
import type { ChatCall } from '../../model/call.ts'
import { failedWith, type ChatReply, type Decoded } from '../../model/event.ts'
import { openJsonStream } from '../../model/json-stream.ts'
import type { NativeWire } from '../../model/provider.ts'
import { eventsOfReply, replyOfEvents } from '../../model/reply-events.ts'
import { ResponseEventReader, type FaultOf } from './parse-events.ts'

const parseResponse = (body: string, call: ChatCall, faultOf: FaultOf): Decoded<ChatReply> => {
  const response = parseJson(body)
  if (!isObject(response)) return failedWith('broken')
  // An error stands alone; an answer without a list of items is none.
  if (!isObject(response['error']) && !Array.isArray(response['output'])) return failedWith('broken')
  return replyOfEvents(new ResponseEventReader(call, faultOf).readWhole(response))
}

/** OpenAI's Responses endpoint as the wire on which a chat is answered. */
export const responsesUpstream = (faultOf: FaultOf): NativeWire => ({
  kind: 'native',
  name: 'responses',
  decode: (body, call) => parseResponse(body, call, faultOf),
  openStream: (call) => {
    const reader = new ResponseEventReader(call, faultOf)
    return openJsonStream({
      read: (json) => reader.read(json),
      readWhole: (body) => eventsOfReply(parseResponse(body, call, faultOf)),
    })
  },
})
