import type { LimitFigures, LimitRequest, LimitSettings } from './window-limits.ts'
import type { LimitDecision, Limits } from '../ports.ts'

/** Where limits are counted: in this process, or in another one that is asked. */
export interface LimitKeeper {
  take(request: LimitRequest): LimitDecision | Promise<LimitDecision>
}

const isFree = ({ requestsPerMinute, tokensPerMinute, parallel }: LimitFigures): boolean =>
  requestsPerMinute === 0 && tokensPerMinute === 0 && parallel === 0

const UNLIMITED: LimitDecision = { ok: true, ticket: { remaining: {}, release: () => undefined } }

/** Where nothing is limited, nothing is counted and no other process is asked. */
export const createLimits = (settings: () => LimitSettings, keeper: LimitKeeper): Limits => ({
  take: ({ tokenId, userId }, tokens) => {
    const { perToken, perUser } = settings()
    return isFree(perToken) && isFree(perUser) ? UNLIMITED : keeper.take({ tokenId, userId, tokens, perToken, perUser })
  },
})
