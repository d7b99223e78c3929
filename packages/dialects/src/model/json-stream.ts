import { parseJson } from '../json.ts'
import type { ChatEvent } from './event.ts'
import type { StreamDecoder } from './provider.ts'
import { FrameSplitter, dataOfFrame } from '../sse/decode.ts'
import { StrayBody } from '../sse/stray-body.ts'

export interface JsonStreamReader {
  /** One event's data. What is not JSON is passed over: heartbeats, end marks. */
  readonly read: (json: unknown) => readonly ChatEvent[]
  /** Asked when upstream sent a plain body in place of a stream, which may be an error or a whole answer. */
  readonly readWhole: (body: string) => readonly ChatEvent[]
}

/** Decodes a stream of events whose data is JSON. */
export const openJsonStream = (reader: JsonStreamReader): StreamDecoder => {
  const splitter = new FrameSplitter('json')
  const stray = new StrayBody()
  let hasEvents = false
  const take = (frame: Uint8Array): readonly ChatEvent[] => {
    const data = dataOfFrame(frame)
    if (data === undefined) {
      if (!hasEvents) stray.add(frame)
      return []
    }
    hasEvents = true
    const json = parseJson(data)
    return json === undefined ? [] : reader.read(json)
  }
  return {
    push: (chunk) => splitter.push(chunk).flatMap(take),
    end: () => {
      const events = splitter.flushFrames().flatMap(take)
      if (hasEvents) return events
      const body = stray.text()
      return body === '' ? [] : reader.readWhole(body)
    },
  }
}
