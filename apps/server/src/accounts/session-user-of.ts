import type { SessionUser } from '@weir/contract/session'
import type { Account } from '@weir/store/repositories/users'
import type { ActorSession } from './actor.ts'

/** What a sign-in says of the account, and what is left for its owner to do. */
export const sessionUserOf = ({ user, mustChangePassword }: Account, factor: ActorSession['factor']): SessionUser => ({
  ...user,
  ...(mustChangePassword && { must_change_password: true as const }),
  ...((factor === 'awaited' || factor === 'missing') && { second_factor: factor }),
})
