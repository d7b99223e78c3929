import { Refusal, type Language } from '@weir/contract/errors'
import { LogType } from '@weir/contract/log'
import { Role, UserStatus, isRoot, type UserObject } from '@weir/contract/user'
import {
  createUser,
  creditUser,
  deleteUser,
  editUser,
  getUser,
  listUsers,
  manageUser,
  searchUsers,
  type ManageAction,
} from '@weir/contract/user-admin'
import { DuplicateRow } from '@weir/store/errors'
import type { Store } from '@weir/store/open-store'
import type { Account, ProfileChange } from '@weir/store/repositories/users'
import type { Actor } from '../../accounts/actor.ts'
import { parseNewUsername } from '../invalid-input.ts'
import { route, type Route } from '../route.ts'
import { creditText, quotaSetText } from '../../settings/log-texts.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import { requireGoodPassword } from '../../accounts/password-rules.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import type { Settings } from '../../settings/settings.ts'
import { requireRank, type AdminAction } from '../../accounts/role-rules.ts'
import { SEARCH_LIMIT, toPage } from '../page.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'balances' | 'codes'>
  readonly settings: () => Settings
  readonly openAccount: OpenAccount
}

interface Editing {
  readonly username?: string | undefined
  readonly display_name?: string | undefined
  readonly group?: string | undefined
}

const notFound = (id: number | string): Refusal => new Refusal('not-found', { object: '#', id })

const takenName = (error: unknown, username: string): unknown =>
  error instanceof DuplicateRow ? new Refusal('name-taken', { field: 'username', value: username }) : error

/** Forms send back every field they showed; an empty one is not a wish. */
const profileFrom = (body: Editing, before: UserObject, language: Language): ProfileChange => {
  const isRenamed = body.username !== undefined && body.username !== '' && body.username !== before.username
  return {
    ...(isRenamed && { username: parseNewUsername(body.username, language) }),
    ...(body.display_name && { displayName: body.display_name }),
    ...(body.group && { group: body.group }),
  }
}

const shown = (user: UserObject) => ({ username: user.username, display_name: user.display_name, group: user.group, quota: user.quota })
/** A name at a provider is what a provider under an admin's control would have to answer to get into the account. */
const shownTo =
  (actor: Actor) =>
  (user: UserObject): UserObject =>
    isRoot(actor.role) || actor.id === user.id || actor.role > user.role
      ? user
      : { ...user, github_id: '', wechat_id: '', lark_id: '', oidc_id: '' }
const rankOf = (user: UserObject) => ({ role: user.role, status: user.status })

export const userRoutes = ({ store, settings, openAccount }: Dependencies): readonly Route[] => {
  const { users, balances, codes } = store

  const reach = (
    account: Account | undefined,
    key: number | string,
    { actor, adminAction }: { actor: Actor; adminAction: AdminAction },
  ): UserObject => {
    if (account === undefined || account.user.status === UserStatus.deleted) throw notFound(key)
    requireRank(actor, account.user, adminAction)
    return account.user
  }

  const setQuota = async (target: UserObject, quota: number, by: { readonly actor: Actor; readonly requestId: string }): Promise<void> => {
    const outcome = await balances.setQuota({
      userId: target.id,
      quota,
      roleBelow: by.actor.role,
      requestId: by.requestId,
      describe: (before) => ({
        type: LogType.manage,
        content: quotaSetText(before, quota, settings()),
        detail: { by: by.actor.id, before, after: quota },
      }),
    })
    if (outcome === 'no-user') throw new Refusal('not-below-you')
  }

  /** Every write repeats the rule in its condition: a promotion in between makes it miss. */
  const act = (action: ManageAction, { id, role, username }: UserObject, actor: Actor): Promise<boolean> => {
    const guard = { roleBelow: actor.role }
    switch (action) {
      case 'promote':
        if (role >= Role.admin) throw new Refusal('already-role', { username })
        return users.setRole(id, Role.admin, { roleBelow: Role.admin })
      case 'demote':
        if (role <= Role.user) throw new Refusal('already-role', { username })
        return users.setRole(id, Role.user, guard)
      case 'enable':
        return users.setStatus(id, UserStatus.enabled, guard)
      case 'disable':
        return users.setStatus(id, UserStatus.disabled, guard)
      case 'delete':
        return users.softDelete(id, guard)
    }
  }

  return [
    route(listUsers, async ({ query }, { actor }) => (await users.list(toPage(query), query.order)).map(shownTo(actor))),
    route(searchUsers, async ({ query }, { actor }) => (await users.search(query.keyword, SEARCH_LIMIT)).map(shownTo(actor))),
    route(getUser, async ({ params }, { actor }) => reach(await users.findById(params.id), params.id, { actor, adminAction: 'view' })),
    route(createUser, async ({ body }, { recordChange }) => {
      requireGoodPassword(body.password, body.username)
      const passwordHash = await hashPassword(body.password)
      const user = { username: body.username, passwordHash, displayName: body.display_name || body.username }
      try {
        const id = await openAccount(user)
        recordChange({ object: `user ${id}`, after: { username: user.username, display_name: user.displayName } })
      } catch (error) {
        throw takenName(error, body.username)
      }
    }),
    route(editUser, async ({ body }, { actor, language, requestId, recordChange }) => {
      const before = reach(await users.findById(body.id), body.id, { actor, adminAction: 'change' })
      const guard = { roleBelow: actor.role }
      if (body.password) requireGoodPassword(body.password, body.username || before.username)
      try {
        if (!(await users.updateProfile(body.id, profileFrom(body, before, language), guard))) throw new Refusal('not-below-you')
      } catch (error) {
        throw takenName(error, body.username ?? '')
      }
      if (body.password && !(await users.setPassword(body.id, await hashPassword(body.password), { guard, mustChange: true })))
        throw new Refusal('not-below-you')
      if (body.quota !== undefined) await setQuota(before, body.quota, { actor, requestId })
      const after = await users.findById(body.id)
      recordChange({
        object: `user ${body.id}`,
        before: shown(before),
        after: { ...(after && shown(after.user)), ...(body.password && { password: 'changed' }) },
      })
    }),
    route(manageUser, async ({ body: { username, action } }, { actor, recordChange }) => {
      const adminAction = action === 'promote' || action === 'demote' ? 'rank' : 'change'
      const target = reach(await users.findByName(username), username, { actor, adminAction })
      if (!(await act(action, target, actor))) throw new Refusal('not-below-you')
      // A link that was mailed to the ordinary user may have been read on its way by an admin's mail server.
      if (action === 'promote') await codes.discard('reset', target.email)
      const after = (await users.findById(target.id))?.user ?? target
      recordChange({ object: `user ${target.id}`, before: { username, ...rankOf(target) }, after: { action, ...rankOf(after) } })
      return after
    }),
    route(deleteUser, async ({ params }, { actor, recordChange }) => {
      const target = reach(await users.findById(params.id), params.id, { actor, adminAction: 'change' })
      if (!(await act('delete', target, actor))) throw new Refusal('not-below-you')
      recordChange({ object: `user ${params.id}`, before: { ...shown(target), ...rankOf(target) } })
    }),
    route(creditUser, async ({ body }, { actor, requestId, recordChange }) => {
      const target = reach(await users.findById(body.user_id), body.user_id, { actor, adminAction: 'change' })
      const content = body.remark || creditText(body.quota, settings())
      const log = { type: LogType.topUp, quota: body.quota, content, detail: { by: actor.id } }
      const outcome = await balances.topUp({ userId: target.id, amount: body.quota, roleBelow: actor.role, requestId, log })
      if (outcome === 'no-user') throw notFound(target.id)
      if (outcome === 'too-large') throw new Refusal('quota-too-large')
      recordChange({ object: `user ${target.id}`, after: { credit: body.quota, remark: body.remark } })
    }),
  ]
}
