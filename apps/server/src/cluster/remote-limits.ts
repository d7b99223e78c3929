import type { LimitRequest } from '@weir/relay/guards/window-limits'
import type { LimitKeeper } from '@weir/relay/guards/limits'
import type { LimitDecision, StartTimer } from '@weir/relay/ports'
import type { LimitAnswer, LimitMessage } from './limit-messages.ts'

/** A supervisor that does not answer must not hold requests up. */
const PATIENCE_MS = 2000

interface AskedLimitsOptions {
  /** False when there is nobody to ask any more. */
  readonly send: (message: LimitMessage) => boolean
  readonly onAnswer: (listener: (answer: LimitAnswer) => void) => void
  /** Decides when nobody answers: a limit that is not shared is still a limit. */
  readonly own: LimitKeeper
  readonly startTimer: StartTimer
}

/** Asks the process that counts for all workers. */
export const askLimits = ({ send, onAnswer, own, startTimer }: AskedLimitsOptions): LimitKeeper => {
  const waiting = new Map<number, (answer: LimitAnswer | undefined) => void>()
  let lastId = 0

  const release = (id: number, tokens: number): void => void send({ kind: 'limit-release', id, tokens })

  onAnswer((answer) => {
    const wake = waiting.get(answer.id)
    if (wake !== undefined) return wake(answer)
    // Too late: it was decided without the supervisor.
    if (answer.decision.ok) release(answer.id, 0)
  })

  const decide = ({ id, decision }: LimitAnswer): LimitDecision =>
    decision.ok ? { ok: true, ticket: { remaining: decision.remaining, release: (tokens) => release(id, tokens) } } : decision

  const ask = (request: LimitRequest): Promise<LimitAnswer | undefined> =>
    new Promise((resolve) => {
      const id = ++lastId
      const end = (answer: LimitAnswer | undefined): void => {
        stopTimer()
        waiting.delete(id)
        resolve(answer)
      }
      const stopTimer = startTimer(PATIENCE_MS, () => end(undefined))
      waiting.set(id, end)
      if (!send({ kind: 'limit-take', id, request })) end(undefined)
    })

  return {
    take: async (request) => {
      const answer = await ask(request)
      return answer === undefined ? await own.take(request) : decide(answer)
    },
  }
}
