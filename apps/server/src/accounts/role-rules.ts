import { Refusal } from '@weir/contract/errors'
import { isRoot } from '@weir/contract/user'

export interface RoleRank {
  readonly id: number
  readonly role: number
}

/** `view`: read the record. `change`: edit, credit, enable, disable, delete. `rank`: promote and demote. */
export type AdminAction = 'view' | 'change' | 'rank'

/**
 * The only place where roles are compared. The actor's role is strictly above the other's; no role is above root, so a root account is
 * changed by its owner alone, through the calls for oneself.
 */
export const requireRank = (actor: RoleRank, target: RoleRank, adminAction: AdminAction): void => {
  if (adminAction === 'view' && (isRoot(actor.role) || actor.id === target.id)) return
  if (adminAction === 'rank' && !isRoot(actor.role)) throw new Refusal('root-only')
  if (actor.role <= target.role) throw new Refusal('not-below-you')
}
