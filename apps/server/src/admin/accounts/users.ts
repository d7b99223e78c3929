import { Refusal, notFound, type Language } from '@weir/contract/errors'
import { Role, UserStatus, isRoot, type UserObject } from '@weir/contract/user'
import {
  createUser,
  creditUser,
  deleteUser,
  editUser,
  getUser,
  listUserIds,
  listUsers,
  manageUser,
  searchUsers,
  type ManageAction,
  type UserRecord,
} from '@weir/contract/user-admin'
import { DuplicateRow } from '@weir/store/errors'
import type { Page } from '@weir/store/rows'
import type { Store } from '@weir/store/open-store'
import type { UserEdit } from '@weir/store/repositories/user-edits'
import type { Account, ProfileChange, UserWrite } from '@weir/store/repositories/users'
import type { Actor } from '../../accounts/actor.ts'
import { invalidInput, parseNewUsername } from '../invalid-input.ts'
import { route, type Route } from '../route.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import { requireGoodPassword } from '../../accounts/password-rules.ts'
import type { HashPassword } from '../../accounts/passwords.ts'
import type { Settings } from '../../settings/settings.ts'
import { requireRank, type AdminAction } from '../../accounts/role-rules.ts'
import { countedPageOf, foundOf } from '../page.ts'
import { createBalanceChanges } from './balance-changes.ts'
import { actionsWanted, beginningOf, rankAfter, wantedQuota } from './user-changes.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'userEdits' | 'balances' | 'codes'>
  readonly settings: () => Settings
  readonly openAccount: OpenAccount
  readonly hashPassword: HashPassword
}

interface Editing {
  readonly username?: string | undefined
  readonly display_name?: string | undefined
  readonly group?: string | undefined
}

interface Acting extends Pick<UserWrite, 'trace'> {
  readonly actor: Actor
}

/** What an action makes of the rank. */
const RANK_AFTER: Readonly<Record<ManageAction, object>> = {
  promote: { role: Role.admin },
  demote: { role: Role.user },
  enable: { status: UserStatus.enabled },
  disable: { status: UserStatus.disabled },
  delete: { status: UserStatus.deleted },
}

const takenName = (error: unknown, username: string): unknown =>
  error instanceof DuplicateRow ? new Refusal('name-taken', { username }) : error

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
const recordOf = (user: UserObject): UserRecord => ({ ...user, quota_read: user.quota })
/** A name at a provider is what a provider under an admin's control would have to answer to get into the account. */
const shownTo =
  (actor: Actor) =>
  (user: UserObject): UserRecord =>
    isRoot(actor.role) || actor.id === user.id || actor.role > user.role
      ? recordOf(user)
      : { ...recordOf(user), github_id: '', wechat_id: '', lark_id: '', oidc_id: '' }
const rankOf = (user: UserObject) => ({ role: user.role, status: user.status })

export const userRoutes = ({ store, settings, openAccount, hashPassword }: Dependencies): readonly Route[] => {
  const { users, codes } = store
  const balanceChanges = createBalanceChanges({ balances: store.balances, settings })

  const reach = (
    account: Account | undefined,
    key: number | string,
    { actor, adminAction }: { actor: Actor; adminAction: AdminAction },
  ): UserObject => {
    if (account === undefined || account.user.status === UserStatus.deleted) throw notFound('user', key)
    requireRank(actor, account.user, adminAction)
    return account.user
  }

  /** One transaction: a name that is taken or a balance that has moved leaves everything as it was. */
  const write = async (edit: UserEdit): Promise<void> => {
    const { profile, balance } = edit
    const outcome = await store.userEdits.edit(edit).catch((error: unknown) => {
      throw profile.username === undefined ? error : takenName(error, profile.username)
    })
    if (outcome === 'not-below') throw new Refusal('not-below-you')
    if ('balance' in outcome) throw balanceChanges.balanceMoved({ read: balance?.expected ?? 0, balance: outcome.balance })
  }

  const named = async (
    { id, username }: { readonly id?: number | undefined; readonly username?: string | undefined },
    language: Language,
  ): Promise<Account | undefined> => {
    if (id !== undefined) return await users.findById(id)
    if (!username) throw invalidInput('username', 'required', language)
    return await users.findByName(username)
  }

  /** Every write repeats the rule in its condition: a promotion in between makes it miss. */
  const act = (action: ManageAction, { id, role, username }: UserObject, { actor, ...traced }: Acting): Promise<boolean> => {
    const guard = { roleBelow: actor.role, ...traced }
    switch (action) {
      case 'promote':
        if (role >= Role.admin) throw new Refusal('already-role', { username })
        return users.setRole(id, Role.admin, { ...guard, roleBelow: Role.admin })
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

  /** A link that was mailed to the ordinary user may have been read on its way by an admin's mail server. */
  const forgetMailedLinks = ({ email }: UserObject): Promise<void> => codes.discard('reset', email)

  const manage = async (action: ManageAction, target: UserObject, acting: Acting): Promise<void> => {
    if (!(await act(action, target, acting))) throw new Refusal('not-below-you')
    if (action === 'promote') await forgetMailedLinks(target)
  }

  return [
    route(listUsers, ({ query }, { actor, isNewApi }) => {
      const read = async (page: Page) => (await users.list(page, query.order)).map(shownTo(actor))
      return countedPageOf(query, isNewApi, { read, count: () => users.count() })
    }),
    route(searchUsers, ({ query }, { actor, isNewApi }) =>
      foundOf(query, isNewApi, {
        read: async (page) => (await users.search(query.keyword, page)).map(shownTo(actor)),
        count: async () => (await users.matching(query.keyword)).length,
      }),
    ),
    route(listUserIds, async ({ query }) => [...(await users.matching(query.keyword))]),
    route(getUser, async ({ params }, { actor }) =>
      recordOf(reach(await users.findById(params.id), params.id, { actor, adminAction: 'view' })),
    ),
    route(createUser, async ({ body }, { actor, language, trace }) => {
      const beginning = beginningOf(body, { actor, language })
      requireGoodPassword(body.password, body.username)
      const passwordHash = await hashPassword(body.password)
      const user = { username: body.username, passwordHash, displayName: body.display_name || body.username, group: beginning.group }
      try {
        const after = { username: user.username, display_name: user.displayName, ...beginning }
        await openAccount(user, { ...beginning, trace: trace((id) => [{ object: `user ${id}`, after }]) })
      } catch (error) {
        throw takenName(error, body.username)
      }
    }),
    route(editUser, async ({ body }, { actor, language, requestId, trace }) => {
      const before = reach(await users.findById(body.id), body.id, { actor, adminAction: 'change' })
      const { password } = body
      const actions = actionsWanted(body, before, { actor, language })
      const wish = wantedQuota(body, before, language)
      if (password) requireGoodPassword(password, body.username || before.username)
      const told = (user: UserObject) => ({ ...shown(user), ...(actions.length > 0 && rankOf(user)) })
      await write({
        id: body.id,
        // Who was promoted in the meantime is not promoted again.
        guard: { roleBelow: actions.includes('promote') ? Role.admin : actor.role },
        profile: profileFrom(body, before, language),
        passwordHash: password ? await hashPassword(password) : undefined,
        rank: rankAfter(actions),
        balance: wish && balanceChanges.settingOf(wish, { actor, requestId }),
        trace: trace((outcome) => {
          if (outcome === 'not-below' || 'balance' in outcome) return []
          const after = { ...told(outcome.after), ...(password && { password: 'changed' }) }
          return [{ object: `user ${body.id}`, before: told(outcome.before), after }]
        }),
      })
      if (actions.includes('promote')) await forgetMailedLinks(before)
    }),
    route(manageUser, async ({ body }, { actor, language, requestId, recordChange, trace }) => {
      const { action } = body
      const adminAction = action === 'promote' || action === 'demote' ? 'rank' : 'change'
      const target = reach(await named(body, language), body.id ?? body.username ?? '', { actor, adminAction })
      const object = `user ${target.id}`
      const before = { username: target.username, ...rankOf(target) }
      const now = async (): Promise<UserObject> => (await users.findById(target.id))?.user ?? target
      if (action === 'add_quota') {
        const { isRepeat } = await balanceChanges.change(target, body, {
          actor,
          language,
          requestId,
          describe: (figuresOf) =>
            trace((quota) => {
              const figures = figuresOf(quota)
              return [{ object, before: { ...before, ...figures.before }, after: { action, ...before, ...figures.after } }]
            }),
        })
        if (isRepeat) recordChange({ object, after: { action, once_id: body.once_id, is_repeat: true } })
        const after = await now()
        return { ...rankOf(after), quota: after.quota, ...(isRepeat && { is_repeat: true }) }
      }
      const after = { action, ...before, ...RANK_AFTER[action] }
      await manage(action, target, { actor, trace: trace((isDone) => (isDone ? [{ object, before, after }] : [])) })
      return rankOf(await now())
    }),
    route(deleteUser, async ({ params }, { actor, trace }) => {
      const target = reach(await users.findById(params.id), params.id, { actor, adminAction: 'change' })
      const deleted = { object: `user ${params.id}`, before: { ...shown(target), ...rankOf(target) } }
      const acting = { actor, trace: trace((isDone: boolean) => (isDone ? [deleted] : [])) }
      if (!(await act('delete', target, acting))) throw new Refusal('not-below-you')
    }),
    route(creditUser, async ({ body }, { actor, requestId, trace }) => {
      const target = reach(await users.findById(body.user_id), body.user_id, { actor, adminAction: 'change' })
      await balanceChanges.credit(target, body, {
        actor,
        requestId,
        trace: trace((quota) => [
          { object: `user ${target.id}`, before: { quota }, after: { quota: quota + body.quota, credit: body.quota, remark: body.remark } },
        ]),
      })
    }),
  ]
}
