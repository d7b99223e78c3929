import { NO_FACTS, factsOfText, type ReplyFacts } from '@weir/dialects/openai-chat/reply-facts'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'

const DONE = '[DONE]'

const merge = (seen: ReplyFacts, next: ReplyFacts): ReplyFacts => ({
  usage: next.usage ?? seen.usage,
  hasFinished: seen.hasFinished || next.hasFinished,
  hasChoices: seen.hasChoices || next.hasChoices,
  error: seen.error ?? next.error,
  textBytes: seen.textBytes + next.textBytes,
})

const join = (frames: readonly Uint8Array[]): Uint8Array => {
  const [first] = frames
  if (frames.length === 1 && first !== undefined) return first
  const joined = new Uint8Array(frames.reduce((sum, frame) => sum + frame.length, 0))
  let at = 0
  for (const frame of frames) {
    joined.set(frame, at)
    at += frame.length
  }
  return joined
}

/**
 * Watches an OpenAI-wire stream on its way to the caller. Frames pass byte for byte, but for two: the usage chunk the caller
 * did not ask for is dropped, and the end mark is kept back, because it may only be sent after the charge is committed.
 */
export class StreamTap {
  readonly #splitter = new FrameSplitter()
  readonly #wantsUsage: boolean
  #facts = NO_FACTS
  #endMark: Uint8Array | undefined

  constructor(wantsUsage: boolean) {
    this.#wantsUsage = wantsUsage
  }

  get facts(): ReplyFacts {
    return this.#facts
  }

  /** Upstream's own end mark, if it has come. None is ever invented. */
  get endMark(): Uint8Array | undefined {
    return this.#endMark
  }

  get isComplete(): boolean {
    return this.#facts.error === undefined && (this.#facts.hasFinished || this.#endMark !== undefined)
  }

  /** The bytes to pass on now; empty when the chunk held no whole frame. */
  push(chunk: Uint8Array): Uint8Array {
    return join(this.#splitter.push(chunk).filter((frame) => this.#isForCaller(frame)))
  }

  /** What is left at the end of the stream: a last frame that upstream did not close with a blank line. */
  flush(): Uint8Array {
    const rest = this.#splitter.flush()
    return rest.length > 0 && this.#isForCaller(rest) ? rest : new Uint8Array(0)
  }

  #isForCaller(frame: Uint8Array): boolean {
    const data = dataOfFrame(frame)
    if (data === undefined) return true
    if (data.trim() === DONE) {
      this.#endMark = frame
      return false
    }
    const facts = factsOfText(data)
    this.#facts = merge(this.#facts, facts)
    const isUsageOnly = facts.usage !== undefined && !facts.hasChoices
    return facts.error === undefined && (this.#wantsUsage || !isUsageOnly)
  }
}
