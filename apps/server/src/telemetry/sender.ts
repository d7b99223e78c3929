import type { StartTimer } from '@weir/relay/ports'

export type Signal = 'traces' | 'metrics'

export type Body = string | Uint8Array<ArrayBuffer>

export interface PostReply {
  readonly status: number
  readonly retryAfter: string | null
}

export interface SenderPorts {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  /** Rejects when nobody answers. */
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: Body) => Promise<PostReply>
  readonly startTimer: StartTimer
  /** Once for each time that the receiver ceases to take what it is sent. */
  readonly onTrouble: (signal: Signal, problem: string) => void
}

const TRIES = 5
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000
/** Those that the protocol says may be sent again. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504])

const pauseOf = (tries: number, retryAfter: string | null): number => {
  const asked = Number(retryAfter ?? Number.NaN) * 1000
  return Math.min(MAX_PAUSE_MS, asked > 0 ? asked : FIRST_PAUSE_MS * 2 ** tries)
}

/** Sends bodies to a receiver of OTLP over HTTP, again after a while where it is busy or away. */
export class Sender {
  readonly #ports: SenderPorts
  readonly #troubled = new Set<Signal>()
  #isHurried = false
  #wake: (() => void) | undefined

  constructor(ports: SenderPorts) {
    this.#ports = ports
  }

  /** False when it was not taken and will not be sent again. */
  async send(signal: Signal, body: Body): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const { isTaken, isPassing, problem, pauseMs } = await this.#post(signal, body, tries)
      if (isTaken) {
        this.#troubled.delete(signal)
        return true
      }
      if (!this.#troubled.has(signal)) this.#ports.onTrouble(signal, problem)
      this.#troubled.add(signal)
      if (!isPassing || this.#isHurried || tries + 1 >= TRIES) return false
      await this.#pause(pauseMs)
    }
  }

  /** The process ends: everything is tried once more at most. */
  hurry(): void {
    this.#isHurried = true
    this.#wake?.()
  }

  async #post(signal: Signal, body: Body, tries: number) {
    const { endpoint, headers, contentType, post } = this.#ports
    try {
      const { status, retryAfter } = await post(`${endpoint}/v1/${signal}`, { 'content-type': contentType, ...headers }, body)
      const isTaken = status >= 200 && status <= 299
      return { isTaken, isPassing: PASSING.has(status), problem: `status ${status}`, pauseMs: pauseOf(tries, retryAfter) }
    } catch (error) {
      return {
        isTaken: false,
        isPassing: true,
        problem: error instanceof Error ? error.name : 'unreachable',
        pauseMs: pauseOf(tries, null),
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#ports.startTimer(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }
}
