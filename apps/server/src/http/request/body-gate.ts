import type { StartTimer } from '@weir/relay/ports'
import { addressBlock } from '../../net/ip-address.ts'

export interface BodyLimits {
  /** To the first byte, and from each to the next. */
  readonly gapMs: number
  /** For the whole of a body that is short, or whose sender is not known yet. */
  readonly shortMs: number
  readonly wholeMs: number
  /** Bodies of unknown senders that may be on their way from one address at the same time. */
  readonly strangers: number
}

/** A line of 2 Mbit/s carries the largest body in time. */
const LIMITS: BodyLimits = { gapMs: 10_000, shortMs: 15_000, wholeMs: 300_000, strangers: 100 }

export interface BodyReading {
  readonly limit: number
  readonly isShort: boolean
  readonly tooLarge: () => Error
  readonly tooSlow: () => Error
}

/** The caller closed the connection, or sent what is no body, before its end. */
export class BodyCutOff extends Error {
  constructor(cause: unknown) {
    super('the body of a request was cut off', { cause })
    this.name = 'BodyCutOff'
  }
}

const cutOff = (cause: unknown): never => {
  throw new BodyCutOff(cause)
}

/** Reads bodies of requests within limits of size and time, so that connections that stay silent or drip cannot pile up. */
export class BodyGate {
  readonly #startTimer: StartTimer
  readonly #limits: BodyLimits
  readonly #strangers = new Map<string, number>()

  constructor(startTimer: StartTimer, limits: BodyLimits = LIMITS) {
    this.#startTimer = startTimer
    this.#limits = limits
  }

  /** For a short body that is read in one piece. One promise and one timer: it is on the way of every relayed request. */
  whole<T>(work: Promise<T>, tooSlow: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#startTimer(this.#limits.shortMs, () => reject(tooSlow()))
      work.then(
        (value) => {
          cancelTimer()
          resolve(value)
        },
        (error: unknown) => {
          cancelTimer()
          reject(new BodyCutOff(error))
        },
      )
    })
  }

  /** Beyond the limit it stops and throws: neither a long body nor one that unfolds is ever held in memory. */
  async read(body: ReadableStream<Uint8Array> | null, reading: BodyReading): Promise<Uint8Array<ArrayBuffer>> {
    if (body === null) return new Uint8Array(0)
    const { gapMs, shortMs, wholeMs } = this.#limits
    const late = Promise.withResolvers<never>()
    const fail = (): void => late.reject(reading.tooSlow())
    const cancelWhole = this.#startTimer(reading.isShort ? shortMs : wholeMs, fail)
    const reader = body.getReader()
    const next = async () => {
      const cancelGap = this.#startTimer(gapMs, fail)
      try {
        return await Promise.race([reader.read().catch(cutOff), late.promise])
      } finally {
        cancelGap()
      }
    }
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for (let piece = await next(); !piece.done; piece = await next()) {
        size += piece.value.length
        if (size > reading.limit) throw reading.tooLarge()
        chunks.push(piece.value)
      }
    } catch (error) {
      reader.cancel().catch(() => undefined)
      throw error
    } finally {
      cancelWhole()
    }
    return new Uint8Array(Buffer.concat(chunks))
  }

  /** Lets one more body of an unknown sender in and returns how to let it out; undefined when too many are on their way. */
  enter(address: string): (() => void) | undefined {
    const sender = address.includes(':') ? addressBlock(address) : address
    const open = this.#strangers.get(sender) ?? 0
    if (open >= this.#limits.strangers) return undefined
    this.#strangers.set(sender, open + 1)
    return () => {
      const left = (this.#strangers.get(sender) ?? 1) - 1
      if (left === 0) this.#strangers.delete(sender)
      else this.#strangers.set(sender, left)
    }
  }
}
