import type { WindowLimits } from '@weir/relay/guards/window-limits'
import type { LimitTicket } from '@weir/relay/ports'
import type { LimitResponse, LimitMessage } from './limit-messages.ts'

/** Counts limits for one worker, in the process that counts for all. */
export interface LimitServer {
  /** The response, where one is expected. */
  handle(message: LimitMessage): LimitResponse | undefined
  /** The worker is no more: the places of its requests are free. */
  close(): void
}

interface Taken {
  readonly ticket: LimitTicket
  readonly estimate: number
}

export const openLimitServer = (book: WindowLimits): LimitServer => {
  const taken = new Map<number, Taken>()
  let isClosed = false

  const take = ({ id, request }: Extract<LimitMessage, { kind: 'limit-take' }>): LimitResponse => {
    const decision = book.take(request)
    if (!decision.ok) return { kind: 'limit', id, decision }
    taken.set(id, { ticket: decision.ticket, estimate: request.tokens })
    return { kind: 'limit', id, decision: { ok: true, remaining: decision.ticket.remaining } }
  }

  return {
    handle: (message) => {
      // The last words of a dead worker may come after its end.
      if (isClosed) return undefined
      if (message.kind === 'limit-take') return take(message)
      taken.get(message.id)?.ticket.release(message.tokens)
      taken.delete(message.id)
      return undefined
    },
    close: () => {
      isClosed = true
      for (const { ticket, estimate } of taken.values()) ticket.release(estimate)
    },
  }
}
