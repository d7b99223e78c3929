import { Refusal } from '@weir/contract/errors'
import { login, logout } from '@weir/contract/session'
import { UserStatus, type UserObject } from '@weir/contract/user'
import type { Account, Users } from '@weir/store/repositories/users'
import { isLoopback } from '../http/address.ts'
import type { PublicContext } from '../http/context.ts'
import { route, type Route } from '../http/route.ts'
import { DEFAULT_ROOT_PASSWORD, hashPassword, isOutdatedHash, verifyPassword } from '../services/passwords.ts'
import type { Settings } from '../services/settings.ts'

const findAccount = async (users: Users, name: string): Promise<Account | undefined> =>
  (await users.findByName(name)) ?? (await users.findByEmail(name.trim().toLowerCase()))

/** Everybody knows the default password. Scripts that set up a new server may go on with it: they could as well set one of their own first. */
const holdBack = async (users: Users, { id, username }: UserObject, { address, isBrowser }: PublicContext): Promise<boolean> => {
  if (!isLoopback(address)) throw new Refusal('default-password-remote', { username })
  return isBrowser && (await users.requireNewPassword(id))
}

interface Dependencies {
  readonly users: Users
  readonly settings: () => Settings
}

export const sessionRoutes = ({ users, settings }: Dependencies): readonly Route[] => [
  route(login, async ({ body }, context) => {
    if (!settings().isOn('PasswordLoginEnabled')) throw new Refusal('password-login-closed')
    const account = await findAccount(users, body.username)
    const isMatch = await verifyPassword(body.password, account?.passwordHash)
    if (account === undefined || !isMatch || account.user.status !== UserStatus.enabled) throw new Refusal('wrong-credentials')
    const { user } = account
    const isHeldBack = body.password === DEFAULT_ROOT_PASSWORD && (await holdBack(users, user, context))
    const mustChange = isHeldBack || account.mustChangePassword
    if (isOutdatedHash(account.passwordHash)) await users.rehashPassword(user.id, await hashPassword(body.password))
    await context.session.start(user.id)
    return { ...user, ...(mustChange && { must_change_password: true as const }) }
  }),
  route(logout, async (_, context) => {
    await context.session.end()
  }),
]
