import type { TrailingUsage, Cancel } from '@weir/dialects/model/provider'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import type { Attempt } from '../stage-types.ts'
import type { Ports, UpstreamReply } from '../ports.ts'
import { requestOn } from './channel-request.ts'
import { readBody, readerOf } from './read-body.ts'

export interface WorkPlan {
  readonly cancel?: Cancel | undefined
  readonly trailingUsage?: TrailingUsage | undefined
}

type WorkPorts = Pick<Ports, 'send' | 'startTimer'>

/** The longest a cancellation may take, and the longest a stream that is over waits for its figures. */
const PATIENCE_MS = 5000
const MAX_ASIDE_BYTES = 1024 * 1024
/** A stream names its work in its first events. */
const MAX_HEARD = 16 * 1024

const encoder = new TextEncoder()

/** Most providers stop working when the connection closes; for them there is nothing to watch over. */
export const watchWork = (plan: WorkPlan, attempt: Attempt, ports: WorkPorts): RemoteWork | undefined =>
  plan.cancel === undefined && plan.trailingUsage === undefined ? undefined : new RemoteWork(plan, attempt, ports)

/** Work that upstream does under a name of its own, beside the connection it was asked over. */
export class RemoteWork {
  readonly #plan: WorkPlan
  readonly #attempt: Attempt
  readonly #ports: WorkPorts
  #said = ''
  #cancelRequest: UpstreamRequest | undefined

  constructor(plan: WorkPlan, attempt: Attempt, ports: WorkPorts) {
    this.#plan = plan
    this.#attempt = attempt
    this.#ports = ports
    if (plan.cancel !== undefined) attempt.link.signal.addEventListener('abort', () => this.#onAbort())
  }

  /** Upstream has said something that may name the work. */
  observe(said: string): void {
    this.#said = said
    if (this.#plan.cancel === undefined) return
    this.#cancelRequest ??= this.#plan.cancel(said, this.#attempt.channel)
    this.#onAbort()
  }

  /** Stops work whose result is no longer wanted. */
  stop(): void {
    const request = this.#cancelRequest
    this.#cancelRequest = undefined
    if (request !== undefined) void this.#ask(request)
  }

  /** Nothing is left to stop. */
  letGo(): void {
    this.#cancelRequest = undefined
  }

  /** A stream is heard while it passes, given what it lacks at its end, and stopped where it breaks off. */
  attend(reply: UpstreamReply): UpstreamReply {
    const reader = readerOf(reply)
    if (reader === undefined) return reply
    const before = this.#said
    const listen = this.#listener()
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await reader.read().catch((error: unknown) => this.#brokenOff(error))
          if (value !== undefined) {
            listen(value)
            return controller.enqueue(value)
          }
          if (done) await this.#close(controller, before)
        },
        cancel: () => void reader.cancel(),
      },
      { highWaterMark: 0 },
    )
    return { status: reply.status, headers: reply.headers, body }
  }

  #listener(): (chunk: Uint8Array) => void {
    const decoder = new TextDecoder()
    let heard = ''
    return (chunk) => {
      if (this.#cancelRequest !== undefined || heard.length > MAX_HEARD) return
      heard += decoder.decode(chunk, { stream: true })
      this.observe(heard)
    }
  }

  async #close(controller: ReadableStreamDefaultController<Uint8Array>, said: string): Promise<void> {
    this.letGo()
    const { trailingUsage } = this.#plan
    const request = trailingUsage?.request(said, this.#attempt.channel)
    const words = request && (await this.#ask(request))
    if (words !== undefined && trailingUsage !== undefined) controller.enqueue(encoder.encode(trailingUsage.render(words)))
    controller.close()
  }

  #brokenOff(error: unknown): never {
    this.stop()
    throw error
  }

  /** A link that is merely closed has been read to its end. */
  #onAbort(): void {
    if (this.#attempt.link.cutReason !== undefined) this.stop()
  }

  /** The text of a good reply; every failure counts as none. */
  async #ask(request: UpstreamRequest): Promise<string | undefined> {
    const controller = new AbortController()
    const cancel = this.#ports.startTimer(PATIENCE_MS, () => controller.abort())
    try {
      const reply = await this.#ports.send(requestOn(this.#attempt.channel, request), controller.signal)
      const text = new TextDecoder().decode(await readBody(reply, MAX_ASIDE_BYTES))
      return reply.status === 200 ? text : undefined
    } catch {
      return undefined
    } finally {
      cancel()
    }
  }
}
