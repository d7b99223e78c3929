import { renderErrorFrame } from '@weir/dialects/openai-chat/render-error'
import type { Usage } from '@weir/dialects/model/usage'
import type { Outcome, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { wireErrorOf, type Language } from '../reply.ts'
import type { OpenStream } from './exchange.ts'

export interface StreamSession {
  readonly stream: OpenStream
  readonly requestId: string
  readonly language: Language
  readonly ports: Pick<Ports, 'settings' | 'reportBug'>
  /** Commits the charge. Called exactly once, on whichever way the stream ends. */
  settle(usage: Usage | undefined, producedBytes: number, outcome: Outcome): Promise<void>
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/** Passes upstream's stream to the caller at the caller's pace, and settles before the end mark goes out. */
class StreamDelivery {
  readonly #session: StreamSession
  #closing: Promise<void> | undefined

  constructor(session: StreamSession) {
    this.#session = session
    // A caller who leaves while nothing is being read must still end the exchange.
    session.stream.link.signal.addEventListener('abort', () => void this.#end('cut'), { once: true })
  }

  async pull(controller: Controller): Promise<void> {
    try {
      await this.#forwardNext(controller)
    } catch {
      await this.#breakOff(controller)
    }
  }

  async cancel(): Promise<void> {
    this.#session.stream.link.callerLeft()
    await this.#end('cut')
  }

  async #forwardNext(controller: Controller): Promise<void> {
    const { link, reader, tap } = this.#session.stream
    for (;;) {
      const { done, value } = await link.within(this.#session.ports.settings().idleTimeoutMs, reader.read())
      const bytes = done ? tap.flush() : tap.push(value)
      if (bytes.length > 0) controller.enqueue(bytes)
      if (tap.facts.error !== undefined) return await this.#breakOff(controller)
      if (done || tap.endMark !== undefined) return await this.#finish(controller)
      if (bytes.length > 0) return
    }
  }

  async #finish(controller: Controller): Promise<void> {
    const { tap } = this.#session.stream
    if (!tap.isComplete) return await this.#breakOff(controller)
    await this.#end('ok')
    if (tap.endMark !== undefined) controller.enqueue(tap.endMark)
    controller.close()
  }

  /** Upstream failed in the middle: the caller is told inside the stream, and no end mark is sent. */
  async #breakOff(controller: Controller): Promise<void> {
    const { link } = this.#session.stream
    const isCallerGone = link.cutReason === 'caller-gone'
    await this.#end('cut').catch((error: unknown) => this.#session.ports.reportBug(error, this.#session.requestId))
    if (isCallerGone) return
    const refusal = new RelayRefusal(link.cutReason === 'too-slow' ? 'upstream-too-slow' : 'upstream-broken')
    controller.enqueue(renderErrorFrame(wireErrorOf(refusal, this.#session.requestId, this.#session.language)))
    controller.close()
  }

  #end(outcome: Outcome): Promise<void> {
    this.#closing ??= this.#settleAndClose(outcome)
    return this.#closing
  }

  async #settleAndClose(outcome: Outcome): Promise<void> {
    const { tap, link } = this.#session.stream
    try {
      await this.#session.settle(tap.facts.usage, tap.facts.textBytes, outcome)
    } finally {
      link.close()
    }
  }
}

export const deliverStream = (session: StreamSession): ReadableStream<Uint8Array> => {
  const delivery = new StreamDelivery(session)
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (session.stream.head.length > 0) controller.enqueue(session.stream.head)
      },
      pull: (controller) => delivery.pull(controller),
      cancel: () => delivery.cancel(),
    },
    { highWaterMark: 1 },
  )
}
