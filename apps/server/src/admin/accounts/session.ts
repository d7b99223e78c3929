import { Refusal } from '@weir/contract/errors'
import { login, logout } from '@weir/contract/session'
import { Role, UserStatus } from '@weir/contract/user'
import type { Account, Users } from '@weir/store/repositories/users'
import { route, type Route } from '../route.ts'
import { isPasswordOpen } from '../../settings/confirmed-services.ts'
import type { IdentityProvider } from '../../accounts/external/identity.ts'
import { DEFAULT_ROOT_PASSWORD, hashPassword, isOutdatedHash, verifyPassword } from '../../accounts/passwords.ts'
import type { Settings } from '../../settings/settings.ts'
import { sessionUserOf } from '../../accounts/session-user-of.ts'

const findAccount = async (users: Users, name: string): Promise<Account | undefined> =>
  (await users.findByName(name)) ?? (await users.findByEmail(name.trim().toLowerCase()))

interface Dependencies {
  readonly users: Users
  readonly settings: () => Settings
  readonly providers: readonly IdentityProvider[]
}

export const sessionRoutes = ({ users, settings, providers }: Dependencies): readonly Route[] => [
  route(login, async ({ body }, context) => {
    const account = await findAccount(users, body.username)
    const isMatch = await verifyPassword(body.password, account?.passwordHash)
    // Before the credentials are judged: where passwords are off, a wrong one and a right one read the same.
    const role = isMatch && account !== undefined ? account.user.role : Role.user
    if (!isPasswordOpen(role, settings(), providers)) throw new Refusal('password-login-closed')
    if (account === undefined || !isMatch || account.user.status !== UserStatus.enabled) throw new Refusal('wrong-credentials')
    const { user } = account
    const isDefault = body.password === DEFAULT_ROOT_PASSWORD
    if (isDefault && !context.isLocal) throw new Refusal('default-password-remote', { username: user.username })
    const { passwordHash, authVersion } = account
    // A password that is changed while it is being checked is not put back by this, nor does it open anything.
    if (isOutdatedHash(passwordHash)) await users.rehashPassword(user.id, passwordHash, await hashPassword(body.password))
    const signedIn = sessionUserOf(account, await context.session.start(user.id, { authVersion }))
    return isDefault ? { ...signedIn, default_password: true as const } : signedIn
  }),
  route(logout, async (_, context) => {
    await context.session.end()
  }),
]
