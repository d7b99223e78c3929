import type { CallerWire, ParsedWireCall } from '../model/caller-wire.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { responsesWire } from './caller-wire.ts'
import { parseResponsesCall } from './parse-call.ts'

const NO_STREAM = { param: 'stream', zh: '压缩对话不支持 stream', en: 'A compaction cannot be streamed' }

const parseCompaction = (rawBody: string): ParsedWireCall => {
  const parsed = parseResponsesCall(rawBody)
  if (!parsed.ok) return parsed
  if (parsed.call.isStream) return { ok: false, problem: NO_STREAM }
  const chat = new UnsupportedInput('responses/compact', 'This model cannot compact a conversation')
  return { ok: true, call: { ...parsed.call, wire: 'compaction', chat } }
}

/** A conversation made shorter by upstream, for upstream alone to read. No chat can do so. */
export const compactionWire: CallerWire = { ...responsesWire, id: 'compaction', parseCall: ({ rawBody }) => parseCompaction(rawBody) }
