import { renderErrorFrame } from '@weir/dialects/openai-chat/envelope'
import { CONTENT_FILTERED } from '@weir/dialects/model/wire-error'
import { FrameTooLong } from '@weir/dialects/sse/decode'
import type { WireFailure } from '@weir/dialects/model/event'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Usage } from '@weir/dialects/model/usage'
import { withTier } from '@weir/dialects/model/usage'
import type { StreamReply } from '../stage-types.ts'
import type { CutCause } from '../attempt-record.ts'
import type { ByteReader, Outcome, PieceListener, Ports } from '../ports.ts'
import { RelayRefusal, type Language, type RelayRefusalKind } from '../refusal.ts'
import { wireErrorOf } from '../reply.ts'
import { NetworkFailure } from '../upstream/network-failure.ts'
import { CheckpointPace } from '../streams/checkpoint-timer.ts'
import { PushStream, type ByteSink, type PushSource } from '../streams/push-stream.ts'
import { completeUsage, isIncomplete, withCalls } from '../guards/usage-bound.ts'

export interface StreamSession {
  readonly answer: StreamReply
  readonly requestId: string
  readonly language: Language
  readonly ports: Pick<Ports, 'reportBug' | 'startTimer'>
  /** Cuts figures that cannot be true. */
  readonly bound: (usage: Usage) => Usage
  /** Commits the charge. Called exactly once, on whichever way the stream ends. */
  readonly settle: (usage: Usage, outcome: Outcome, cutBy: CutCause | undefined) => Promise<void>
  /** Keeps what the stream has come to, for the case that this process dies before the settlement. */
  readonly checkpoint: (usage: Usage) => Promise<void>
}

const CAUSE_OF_CUT = { 'too-slow': 'too-slow', stopping: 'stopping', 'caller-gone': 'caller' } as const

const REFUSAL_OF_CUT = { 'too-slow': 'upstream-too-slow', stopping: 'shutting-down', 'caller-gone': 'upstream-broken' } as const

/** What upstream says of itself in the middle of an answer; clients wait longer before they try again. */
const REFUSAL_OF_FAULT: Readonly<Partial<Record<UpstreamFault, RelayRefusalKind>>> = {
  'rate-limited': 'upstream-busy',
  overloaded: 'upstream-overloaded',
  'too-slow': 'upstream-too-slow',
}

const refusalOf = (failure: WireFailure | undefined): RelayRefusalKind =>
  failure?.code === CONTENT_FILTERED ? 'upstream-filtered' : (REFUSAL_OF_FAULT[failure?.fault ?? 'broken'] ?? 'upstream-broken')

const isUpstreamsFailure = (error: unknown): boolean => error instanceof NetworkFailure || error instanceof FrameTooLong

/** For a piece, which has 256 KiB at most: whoever takes it more slowly than 2 kB a second is gone, or means to keep upstream waiting. */
const CALLER_PATIENCE_MS = 120_000

/** For readers that have to be asked for every piece. */
const readEach = (reader: ByteReader, listener: PieceListener): void => {
  reader.read().then(
    ({ done, value }) => {
      if (done || value === undefined) listener.ended()
      else if (listener.piece(value)) readEach(reader, listener)
    },
    () => listener.failed(),
  )
}

/** Passes upstream's stream to the caller at the caller's pace, and settles before the last bytes go out. */
class StreamDelivery implements PushSource, PieceListener {
  readonly #session: StreamSession
  readonly #pace: CheckpointPace
  #sink: ByteSink | undefined
  #pushed: PromiseWithResolvers<void> | undefined
  #closing: Promise<void> | undefined
  #reported: unknown
  #isBroken = false

  constructor(session: StreamSession) {
    this.#session = session
    this.#pace = new CheckpointPace(session.ports.startTimer, () => this.#checkpoint())
    // A caller who leaves while nothing is being read must still end the exchange.
    session.answer.link.signal.addEventListener('abort', () => this.#endQuietly())
  }

  pushInto(sink: ByteSink): Promise<void> {
    this.#sink = sink
    this.#pushed = Promise.withResolvers()
    const { head } = this.#session.answer
    this.#afterRoom(head.length > 0 ? sink.write(head) : undefined)
    return this.#pushed.promise
  }

  async cancel(): Promise<void> {
    this.#session.answer.link.callerLeft()
    this.#pushed?.resolve()
    await this.#end('cut')
  }

  /** A sink that cannot take what was written has nobody behind it. */
  #callerLeft(): void {
    this.cancel().catch((error: unknown) => this.#report(error))
  }

  /** Called for every piece of a stream, so it is built of plain calls: each promise would cost as much as the rest. */
  piece(bytes: Uint8Array): boolean {
    const { stream } = this.#session.answer
    try {
      const passed = stream.push(bytes)
      const room = passed.length > 0 ? this.#sink?.write(passed) : undefined
      if (stream.failure() !== undefined) return this.#close(this.#breakOff())
      if (passed.length > 0) this.#pace.advance(this.#session.answer.producedCharacters?.() ?? 0)
      if (room instanceof Promise) return this.#afterRoom(room)
      if (stream.isEnded()) return this.#close(this.#orBreakOff(this.#finish()))
      this.#wait()
      return true
    } catch (error) {
      return this.#close(this.#breakOff(error))
    }
  }

  ended(): void {
    const { stream } = this.#session.answer
    try {
      const passed = stream.flush()
      if (passed.length > 0) this.#sink?.write(passed)
      this.#close(stream.failure() === undefined ? this.#orBreakOff(this.#finish()) : this.#breakOff())
    } catch (error) {
      this.#close(this.#breakOff(error))
    }
  }

  failed(): void {
    const { link, stream } = this.#session.answer
    // Some upstreams never close a stream as they should; an answer of which nothing is missing is not spoiled by that.
    this.#isBroken = link.cutReason === undefined && stream.isWhole?.() === true
    this.#close(this.#isBroken ? this.#orBreakOff(this.#finish()) : this.#breakOff())
  }

  /** Reads on when the caller has taken what there is. */
  #afterRoom(room: unknown): false {
    this.#session.answer.link.stopWaiting()
    if (room instanceof Promise) this.#readOnAfter(room)
    else this.#readOn()
    return false
  }

  #readOnAfter(room: Promise<unknown>): void {
    const cancelTimer = this.#session.ports.startTimer(CALLER_PATIENCE_MS, () => this.#callerStalls())
    room.finally(cancelTimer).then(
      () => this.#readOn(),
      () => this.#callerLeft(),
    )
  }

  /** What ends in an error closes the connection: an ordinary end would wait for the caller again. */
  #callerStalls(): void {
    this.#pushed?.reject(new Error('the caller takes nothing'))
    this.#callerLeft()
  }

  #readOn(): void {
    const { reader, stream } = this.#session.answer
    if (stream.isEnded()) this.#close(this.#orBreakOff(this.#finish()))
    else {
      this.#wait()
      if (reader.follow === undefined) readEach(reader, this)
      else reader.follow(this)
    }
  }

  #wait(): void {
    const { link, idleTimeoutMs } = this.#session.answer
    link.waitAnew(idleTimeoutMs)
  }

  /** Nothing more is read. */
  #close(work: Promise<void>): false {
    this.#session.answer.link.stopWaiting()
    work.then(
      () => this.#pushed?.resolve(),
      (error: unknown) => this.#pushed?.reject(error),
    )
    return false
  }

  #orBreakOff(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.#breakOff(error))
  }

  async #checkpoint(): Promise<void> {
    const { answer, checkpoint } = this.#session
    await checkpoint(await this.#usage(() => Promise.resolve(answer.estimateRoughly())))
  }

  async #finish(): Promise<void> {
    const { stream, keep } = this.#session.answer
    if (!stream.isComplete()) return await this.#breakOff()
    await this.#end('ok')
    const tail = stream.tail()
    if (keep !== undefined) await keep()
    if (tail !== undefined) this.#sink?.write(tail)
    this.#sink?.end()
  }

  /** The stream ends in the middle: the caller is told inside it, and no end mark is sent. What upstream did not cause is a bug of ours. */
  async #breakOff(cause?: unknown): Promise<void> {
    const { link, stream } = this.#session.answer
    const { cutReason } = link
    const isBug = cause !== undefined && cutReason === undefined && !isUpstreamsFailure(cause)
    if (isBug) this.#report(cause)
    await this.#end('cut').catch((error: unknown) => this.#report(error))
    if (cutReason === 'caller-gone') return
    const ownKind = isBug ? 'internal' : refusalOf(stream.failure())
    this.#tellCut(cutReason === undefined ? ownKind : REFUSAL_OF_CUT[cutReason])
  }

  #tellCut(kind: RelayRefusalKind): void {
    const { stream } = this.#session.answer
    const kept = stream.keptBack?.()
    if (kept !== undefined && kept.length > 0) this.#sink?.write(kept)
    // An error would be played with the sound, and after an orderly end half of it would pass for all.
    if (stream.isBinary === true) throw new Error('the answer broke off')
    const error = wireErrorOf(new RelayRefusal(kind), this.#session)
    this.#sink?.write((stream.renderFailure ?? renderErrorFrame)(error))
    this.#sink?.end()
  }

  #endQuietly(): void {
    this.#end('cut').catch((error: unknown) => this.#report(error))
  }

  /** A settlement that fails is met on every way out; it is one bug. */
  #report(error: unknown): void {
    if (this.#reported === error) return
    this.#reported = error
    this.#session.ports.reportBug(error, this.#session.requestId)
  }

  #end(outcome: Outcome): Promise<void> {
    this.#closing ??= this.#settleAndClose(outcome)
    return this.#closing
  }

  /** A connection whose answer is whole is worth keeping for the next one. */
  #leave(): void {
    const { link, reader } = this.#session.answer
    if (reader.leave === undefined) return
    reader.leave()
    link.finish()
  }

  async #usage(estimate: () => Promise<Usage>): Promise<Usage> {
    const { calls, tier } = this.#session.answer
    const usage = await this.#tokens(estimate)
    return withCalls(usage.tier === undefined ? withTier(usage, tier?.()) : usage, calls?.(usage))
  }

  /** Figures are the last word unless text came after them, or came and was not counted. */
  async #tokens(estimate: () => Promise<Usage>): Promise<Usage> {
    const { stream, hasTextAfter, producedCharacters } = this.#session.answer
    const reported = stream.usage()
    if (reported === undefined) return await estimate()
    const bounded = this.#session.bound(reported)
    const seen = { producedCharacters: producedCharacters?.() ?? 0, hasTextAfter: hasTextAfter?.(reported) === true }
    const isLastWord = !seen.hasTextAfter && !isIncomplete(reported, seen.producedCharacters)
    return isLastWord ? bounded : completeUsage(bounded, { ...seen, counted: await estimate() })
  }

  #cutCause(): CutCause {
    const { cutReason } = this.#session.answer.link
    return cutReason === undefined ? 'upstream' : CAUSE_OF_CUT[cutReason]
  }

  async #settleAndClose(outcome: Outcome): Promise<void> {
    const { link, estimate } = this.#session.answer
    this.#pace.stop()
    try {
      const cutBy = outcome === 'cut' ? this.#cutCause() : undefined
      await this.#session.settle(await this.#usage(estimate), outcome, cutBy)
      if (outcome === 'ok' && !this.#isBroken) this.#leave()
    } finally {
      link.close()
    }
  }
}

export const deliverStream = (session: StreamSession): PushStream => new PushStream(new StreamDelivery(session))
