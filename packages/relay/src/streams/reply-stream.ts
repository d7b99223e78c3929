import type { WireFailure } from '@weir/dialects/model/event'
import type { Usage } from '@weir/dialects/model/usage'
import type { WireError } from '@weir/dialects/model/wire-error'

/** An upstream stream on its way to the caller: bytes in, bytes out, and what was learnt on the way. */
export interface ReplyStream {
  /** The bytes to pass on now; empty when the chunk completed nothing. */
  readonly push: (chunk: Uint8Array) => Uint8Array
  /** Upstream closed: what is still to be passed on. */
  readonly flush: () => Uint8Array
  /** Sent last, after the charge is committed. Undefined when upstream gave no end. */
  readonly tail: () => Uint8Array | undefined
  /** What was kept back, when the stream breaks off: it has been charged. */
  readonly keptBack?: () => Uint8Array
  /** Upstream has said everything; nothing more needs to be read. */
  readonly isEnded: () => boolean
  /** Something of an answer has come, so this channel has answered. */
  readonly hasBegun: () => boolean
  readonly isComplete: () => boolean
  /** Finish and figures have come: a connection that breaks now takes nothing away. For streams that are read beyond their finish. */
  readonly isWhole?: () => boolean
  readonly failure: () => WireFailure | undefined
  readonly usage: () => Usage | undefined
  /** Nothing can be told among its bytes: the caller learns that it broke off by a connection that ends before the body does. */
  readonly isBinary?: boolean
  /** How the caller is told that the stream broke off, where it is not in the words of chat. */
  readonly renderFailure?: (error: WireError) => Uint8Array
}
