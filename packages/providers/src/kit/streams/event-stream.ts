import type { ChatEvent } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { FrameSplitter } from '@weir/dialects/sse/decode'
import { StrayBody } from '@weir/dialects/sse/stray-body'

/** One server-sent event with its name. */
export interface NamedEvent {
  readonly event: string
  readonly data: string
  /** Other fields by name, such as `meta`. */
  readonly fields: Readonly<Record<string, string>>
}

export interface EventReader {
  /** The data of every event is JSON: then events are told apart also where upstream leaves out the blank lines. */
  readonly isJson?: boolean
  readonly read: (event: NamedEvent) => readonly ChatEvent[]
  /** Asked when upstream sent a plain body in place of a stream. */
  readonly readWhole: (body: string) => readonly ChatEvent[]
}

const text = new TextDecoder()

// A line may hold characters that other languages take for its end.
const FIELD = /^([a-z_]+):(?: ?)(.*)$/s

const eventOf = (frame: Uint8Array): NamedEvent | undefined => {
  const fields: Record<string, string> = {}
  const data: string[] = []
  for (const line of text.decode(frame).split(/\r?\n/)) {
    const [, name, value] = FIELD.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    if (name === 'data') data.push(value)
    else fields[name] = value
  }
  if (data.length === 0 && Object.keys(fields).length === 0) return undefined
  return { event: fields['event'] ?? '', data: data.join('\n'), fields }
}

/** Decodes a stream whose events are told apart by their names. */
export const openEventStream = (reader: EventReader): StreamDecoder => {
  const splitter = new FrameSplitter(reader.isJson === true ? 'json' : 'text')
  const stray = new StrayBody()
  let hasEvents = false
  const take = (frame: Uint8Array): readonly ChatEvent[] => {
    const event = eventOf(frame)
    if (event === undefined) {
      if (!hasEvents) stray.add(frame)
      return []
    }
    hasEvents = true
    return reader.read(event)
  }
  return {
    push: (chunk) => splitter.push(chunk).flatMap(take),
    end: () => {
      const events = splitter.flushFrames().flatMap(take)
      const body = stray.text()
      return !hasEvents && body.startsWith('{') ? reader.readWhole(body) : events
    },
  }
}
