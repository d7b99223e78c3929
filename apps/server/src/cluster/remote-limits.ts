import type { LimitRequest } from '@weir/relay/guards/window-limits'
import type { LimitKeeper } from '@weir/relay/guards/limits'
import type { StartTimer, LimitDecision } from '@weir/relay/ports'
import type { LimitResponse, LimitMessage } from './limit-messages.ts'

/** A supervisor that does not answer must not hold requests up. */
const PATIENCE_MS = 2000

interface RemoteLimitsOptions {
  /** False when the supervisor is gone. */
  readonly send: (message: LimitMessage) => boolean
  readonly onResponse: (listener: (response: LimitResponse) => void) => void
  /** Decides when no response comes: a limit that is not shared is still a limit. */
  readonly own: LimitKeeper
  readonly startTimer: StartTimer
}

/** Asks the process that counts for all workers. */
export const createRemoteLimits = ({ send, onResponse, own, startTimer }: RemoteLimitsOptions): LimitKeeper => {
  const waiting = new Map<number, (response: LimitResponse | undefined) => void>()
  let lastId = 0

  const release = (id: number, tokens: number): void => void send({ kind: 'limit-release', id, tokens })

  onResponse((response) => {
    const wake = waiting.get(response.id)
    if (wake !== undefined) return wake(response)
    // Too late: it was decided without the supervisor.
    if (response.decision.ok) release(response.id, 0)
  })

  const decide = ({ id, decision }: LimitResponse): LimitDecision =>
    decision.ok ? { ok: true, ticket: { remaining: decision.remaining, release: (tokens) => release(id, tokens) } } : decision

  const ask = (request: LimitRequest): Promise<LimitResponse | undefined> =>
    new Promise((resolve) => {
      const id = ++lastId
      const end = (response: LimitResponse | undefined): void => {
        stopTimer()
        waiting.delete(id)
        resolve(response)
      }
      const stopTimer = startTimer(PATIENCE_MS, () => end(undefined))
      waiting.set(id, end)
      if (!send({ kind: 'limit-take', id, request })) end(undefined)
    })

  return {
    take: async (request) => {
      const response = await ask(request)
      return response === undefined ? await own.take(request) : decide(response)
    },
  }
}
