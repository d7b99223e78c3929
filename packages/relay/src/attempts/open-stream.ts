import { joinBytes } from '@weir/dialects/bytes'
import type { Usage } from '@weir/dialects/model/usage'
import { failedAttempt, type Attempt, type Attempted } from '../stage-types.ts'
import type { Ports, UpstreamReply } from '../ports.ts'
import { readFrom, readerOf } from '../upstream/read-body.ts'
import type { ReplyStream } from '../streams/reply-stream.ts'
import type { TextMeter } from '../streams/text-meter.ts'

interface Opening {
  readonly reply: UpstreamReply
  readonly stream: ReplyStream
  readonly attempt: Attempt
  readonly contentType: string
  readonly estimate: () => Promise<Usage>
  readonly estimateBySize: () => Usage
  /** Reads along where the stream is text. */
  readonly meter?: TextMeter
}

/** Reads up to the beginning of an answer: until then another channel can still answer instead. */
export const openStream = async (opening: Opening, ports: Pick<Ports, 'settings'>): Promise<Attempted> => {
  const { reply, stream, attempt } = opening
  const reader = readerOf(reply)
  if (reader === undefined) return failedAttempt('broken')
  const head: Uint8Array[] = []
  for (;;) {
    const { done, value } = await attempt.link.within(ports.settings().firstByteTimeoutMs, readFrom(reader))
    head.push(done || value === undefined ? stream.flush() : stream.push(value))
    const failure = stream.failure()
    if (failure !== undefined && !stream.hasBegun()) return failedAttempt(failure.fault, { message: failure.message })
    if (stream.hasBegun()) {
      const bytes = joinBytes(head.filter((part) => part.length > 0))
      return {
        kind: 'stream',
        headers: reply.headers,
        contentType: opening.contentType,
        link: attempt.link,
        reader,
        stream,
        head: bytes,
        estimate: opening.estimate,
        estimateBySize: opening.estimateBySize,
        ...(opening.meter && { producedCharacters: opening.meter.characters, hasTextAfter: opening.meter.hasTextAfter }),
      }
    }
    if (done) return failedAttempt('broken')
  }
}
