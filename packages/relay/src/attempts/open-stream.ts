import { joinBytes } from '@weir/dialects/bytes'
import type { Usage } from '@weir/dialects/model/usage'
import { failedAttempt, type Attempt, type Attempted, type StreamReply } from '../stage-types.ts'
import type { Ports, UpstreamReply } from '../ports.ts'
import { ReplyTooLarge, readFrom, readerOf } from '../upstream/read-body.ts'
import type { ReplyStream } from '../streams/reply-stream.ts'
import type { TextMeter } from '../streams/text-meter.ts'

interface Opening {
  readonly reply: UpstreamReply
  readonly stream: ReplyStream
  readonly attempt: Attempt
  readonly contentType: string
  readonly estimate: () => Promise<Usage>
  readonly estimateRoughly: () => Usage
  /** Reads along where the stream is text. */
  readonly meter?: TextMeter
  readonly calls?: StreamReply['calls']
  readonly tier?: StreamReply['tier']
}

/** What is known of the answer before its figures come. */
const readAlong = ({ meter, calls, tier }: Opening): Partial<StreamReply> => ({
  ...(meter && { producedCharacters: meter.characters, hasTextAfter: meter.hasTextAfter }),
  ...(calls && { calls }),
  ...(tier && { tier }),
})

/** Reads up to the beginning of an answer: until then another channel can still answer instead. */
export const openStream = async (opening: Opening, ports: Pick<Ports, 'settings'>): Promise<Attempted> => {
  const { reply, stream, attempt } = opening
  const reader = readerOf(reply)
  if (reader === undefined) return failedAttempt('broken')
  const { firstByteTimeoutMs, idleTimeoutMs, maxReplyBytes } = ports.settings()
  const head: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { value } = await attempt.link.within(firstByteTimeoutMs, readFrom(reader))
    const bytes = value === undefined ? stream.flush() : stream.push(value)
    if (bytes.length > 0) head.push(bytes)
    const failure = stream.failure()
    if (failure !== undefined && !stream.hasBegun()) return failedAttempt(failure.fault, { message: failure.message, code: failure.code })
    if (stream.hasBegun()) {
      return {
        kind: 'stream',
        headers: reply.headers,
        contentType: opening.contentType,
        link: attempt.link,
        reader,
        stream,
        head: joinBytes(head),
        idleTimeoutMs,
        estimate: opening.estimate,
        estimateRoughly: opening.estimateRoughly,
        ...readAlong(opening),
      }
    }
    if (value === undefined) return failedAttempt('broken')
    size += value.length
    // Pings alone could go on for ever.
    if (size > maxReplyBytes) throw new ReplyTooLarge(maxReplyBytes)
  }
}
