import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import type { UpstreamReply } from '@weir/relay/ports'
import type { LightAbortSignal } from '@weir/relay/socket'

export interface TimedPiece {
  readonly afterMs: number
  readonly bytes: Uint8Array
}

/** An answer made inside this process, in pieces that come one after the other. */
export interface MadeReply {
  readonly status: number
  readonly contentType: string
  readonly pieces: readonly TimedPiece[]
}

export type Simulate = (request: UpstreamRequest) => MadeReply

const wait = (ms: number, signal: LightAbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(new Error('aborted'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })

/** Plays a made answer as an upstream would send it, at its pace and until it is aborted. */
export const playReply = (made: MadeReply, signal: LightAbortSignal): UpstreamReply => {
  const pieces = made.pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = pieces.next()
        if (done) return controller.close()
        await wait(value.afterMs, signal)
        controller.enqueue(value.bytes)
      },
    },
    { highWaterMark: 0 },
  )
  return { status: made.status, headers: new Headers({ 'content-type': made.contentType }), body }
}
