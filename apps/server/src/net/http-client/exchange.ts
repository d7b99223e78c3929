import { Buffer } from 'node:buffer'
import type { ByteReader, ReplyHeaders, UpstreamReply } from '@weir/relay/ports'
import type { LightAbortSignal } from '@weir/relay/socket'
import { decoderFor, type BodyDecoder } from './body-decoder.ts'
import type { Via } from '../proxy/tunnel.ts'
import { BrokenReply } from './broken-reply.ts'
import { Cancelled } from './cancelled.ts'
import { inflated } from './inflated.ts'
import type { Outgoing } from './outgoing.ts'
import { ReplyBody, type BodySource } from './reply-body.ts'
import { parseReplyHead, type ReplyHead } from './reply-head.ts'
import type { Target } from './target.ts'

const MAX_HEAD = 64 * 1024
const HEAD_END = '\r\n\r\n'
/** A server has a few hints to give before its reply, or says for minutes that it is still at work. */
const MAX_INTERIM_REPLIES = 1000

class SocketReply implements UpstreamReply {
  readonly status: number
  readonly headers: ReplyHeaders
  readonly #body: ReplyBody
  #stream: ReadableStream<Uint8Array> | undefined

  constructor({ status, headers }: ReplyHead, body: ReplyBody) {
    this.status = status
    this.headers = headers
    this.#body = body
  }

  get body(): ReadableStream<Uint8Array> {
    return (this.#stream ??= this.#body.asStream())
  }

  bytes(): Uint8Array | Promise<Uint8Array> {
    return this.#body.bytes()
  }

  pieces(): ByteReader {
    return this.#body
  }
}

/** Where a request goes, and for how long it is waited for. */
export interface Order {
  readonly target: Target
  /** Where the name of the target leads, best first. Nothing else is dialled. */
  readonly addresses: readonly string[]
  readonly signal: LightAbortSignal
  /** The proxy that it goes by; absent where it goes straight. */
  readonly via?: Via | undefined
}

/** What a connection offers to the request it carries. */
export interface Carrier extends BodySource {
  /** Ends at once, whatever is under way. */
  destroy(): void
}

/** One request on its way: what comes back over the connection becomes its reply. */
export class Exchange {
  readonly order: Order
  readonly outgoing: Outgoing
  readonly reply: Promise<UpstreamReply>
  /** Sends it once more, over a connection that is known to be open. */
  readonly #again: (exchange: Exchange) => void
  #resolve!: (reply: UpstreamReply) => void
  #reject!: (error: Error) => void
  #carrier: Carrier | undefined
  #headBytes: Buffer | undefined
  #head: ReplyHead | undefined
  #decoder: BodyDecoder | undefined
  #body: ReplyBody | undefined
  #hasHeard = false
  #interimReplies = 0
  #isOver = false

  constructor(order: Order, outgoing: Outgoing, again: (exchange: Exchange) => void) {
    this.order = order
    this.outgoing = outgoing
    this.#again = again
    this.reply = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    order.signal.addEventListener('abort', this.#onAbort)
  }

  /** The caller has gone. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The connection that carried it may carry another one. */
  get keepsAlive(): boolean {
    return this.#head?.keepsAlive === true && this.#decoder?.isDone === true && !this.#decoder.hasExcess
  }

  goesOver(carrier: Carrier): void {
    this.#carrier = carrier
  }

  /** True when the reply is whole. */
  push(bytes: Buffer): boolean {
    this.#hasHeard = true
    return this.#decoder === undefined ? this.#pushHead(bytes) : this.#pushBody(this.#decoder, bytes)
  }

  /**
   * The connection is gone. One that had been kept open may have been closed by the other side in the same moment: then upstream has
   * not seen the request, and it goes out once more.
   */
  lose(error: Error, wasKept: boolean): void {
    if (this.#isOver) return
    if (wasKept && !this.#hasHeard) return this.#again(this)
    if (this.#decoder?.close() === true) {
      this.#finish()
      this.#body?.end()
    } else this.fail(error)
  }

  fail(error: Error): void {
    if (this.#isOver) return
    this.#finish()
    if (this.#body === undefined) this.#reject(error)
    else this.#body.fail(error)
  }

  readonly #onAbort = (): void => {
    const carrier = this.#carrier
    this.fail(new Cancelled())
    carrier?.destroy()
  }

  #finish(): void {
    this.#isOver = true
    this.#carrier = undefined
    this.order.signal.removeEventListener('abort', this.#onAbort)
  }

  #pushHead(bytes: Buffer): boolean {
    let rest = this.#headBytes === undefined ? bytes : Buffer.concat([this.#headBytes, bytes])
    this.#headBytes = undefined
    for (let end = rest.indexOf(HEAD_END); end !== -1 && end <= MAX_HEAD; end = rest.indexOf(HEAD_END)) {
      const head = parseReplyHead(rest.toString('latin1', 0, end), this.outgoing.isBodiless)
      rest = rest.subarray(end + HEAD_END.length)
      if (head.status === 101) throw new BrokenReply('it switches protocols')
      if (head.status >= 200) return this.#begin(head, rest)
      // An interim reply (1xx); the final one is still to come.
      if (++this.#interimReplies > MAX_INTERIM_REPLIES) throw new BrokenReply('it sends too many interim replies')
    }
    if (rest.length > MAX_HEAD) throw new BrokenReply('its head is too long')
    if (rest.length > 0) this.#headBytes = rest
    return false
  }

  #begin(head: ReplyHead, rest: Buffer): boolean {
    if (this.#carrier === undefined) throw new Error('a reply came over no connection')
    const decoder = decoderFor(head.framing)
    const body = new ReplyBody(this.#carrier)
    // Throws when it cannot be understood: then there is no reply.
    const reply = inflated(new SocketReply(head, body))
    this.#head = head
    this.#decoder = decoder
    this.#body = body
    this.#resolve(reply)
    return this.#pushBody(decoder, rest)
  }

  #pushBody(decoder: BodyDecoder, bytes: Buffer): boolean {
    this.#body?.add(decoder.push(bytes))
    if (!decoder.isDone) return false
    this.#finish()
    this.#body?.end()
    return true
  }
}
