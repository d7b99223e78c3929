import type { SessionUser } from '@weir/contract/session'
import type { ActorSession } from './actor.ts'

/** What a sign-in says about the second factor; nothing when there is nothing left to do. */
export const pendingFactor = (factor: ActorSession['factor']): Pick<SessionUser, 'second_factor'> =>
  factor === 'awaited' || factor === 'missing' ? { second_factor: factor } : {}
