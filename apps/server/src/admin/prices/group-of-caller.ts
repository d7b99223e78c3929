import { Refusal } from '@weir/contract/errors'
import type { Users } from '@weir/store/repositories/users'
import type { Actor } from '../../accounts/actor.ts'
import type { Settings } from '../../settings/settings.ts'

interface Dependencies {
  readonly users: Pick<Users, 'findById'>
  readonly settings: () => Settings
}

/** What visitors are shown: where they would be after registering. */
const VISITORS_GROUP = 'default'

/** The group whose prices the caller is shown. Visitors see prices only where the operator allows it. */
export const createGroupOfCaller =
  ({ users, settings }: Dependencies) =>
  async (actor: Actor | undefined): Promise<string> => {
    if (actor !== undefined) return (await users.findById(actor.id))?.user.group ?? ''
    if (!settings().isOn('PricingPublic')) throw new Refusal('not-signed-in')
    return VISITORS_GROUP
  }
