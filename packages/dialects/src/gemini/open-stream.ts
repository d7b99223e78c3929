import type { ChatCall } from '../model/call.ts'
import type { StreamDecoder } from '../model/provider.ts'
import { parseJson } from '../json.ts'
import { openJsonStream } from '../model/json-stream.ts'
import { GeminiReader } from './parse-reply.ts'

export const openGeminiStream = (call: ChatCall): StreamDecoder => {
  const reader = new GeminiReader(call)
  return openJsonStream({
    read: (json) => reader.read(json),
    readWhole: (body) => {
      const json = parseJson(body)
      // A stream that is no events is a list of chunks.
      return Array.isArray(json) ? json.flatMap((chunk: unknown) => reader.read(chunk)) : reader.read(json)
    },
  })
}
