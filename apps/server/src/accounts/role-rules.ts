import { Refusal } from '@weir/contract/errors'
import { isRoot } from '@weir/contract/user'

export interface Standing {
  readonly id: number
  readonly role: number
}

/** `view`: read the record. `change`: edit, credit, enable, disable, delete. `rank`: promote and demote. */
export type Dealing = 'view' | 'change' | 'rank'

/**
 * The only place where roles are compared. Whoever acts stands strictly above the other; nobody stands above root, so a root account is
 * changed by its owner alone, through the calls for oneself.
 */
export const requireStanding = (actor: Standing, target: Standing, dealing: Dealing): void => {
  if (dealing === 'view' && (isRoot(actor.role) || actor.id === target.id)) return
  if (dealing === 'rank' && !isRoot(actor.role)) throw new Refusal('root-only')
  if (actor.role <= target.role) throw new Refusal('not-below-you')
}
