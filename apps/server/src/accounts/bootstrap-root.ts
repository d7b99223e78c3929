import type { Users } from '@weir/store/repositories/users'
import { passwordProblem } from './password-rules.ts'
import { DEFAULT_ROOT_PASSWORD, hashPassword, verifyPassword } from './passwords.ts'

/** What the operator wants the first account to have; empty means the default, or none. */
export interface InitialRoot {
  readonly password: string
  readonly accessToken?: string
  readonly tokenKey?: string
}

/** Why the first account cannot have this password. The setting often stays for years; it matters on the first start alone. */
export const initialPasswordProblem = async (users: Users, password: string): Promise<string | undefined> => {
  const problem = password === '' ? undefined : passwordProblem(password, 'root')
  return problem === undefined || (await users.list({ offset: 0, limit: 1 })).length > 0 ? undefined : problem
}

/** Makes the first account when there is none, and says who can sign in. */
export const bootstrapRoot = async (users: Users, { password: initialPassword, accessToken, tokenKey }: InitialRoot): Promise<string> => {
  const password = initialPassword === '' ? DEFAULT_ROOT_PASSWORD : initialPassword
  const created = await users.createRootIfEmpty({
    passwordHash: await hashPassword(password),
    ...(accessToken && { accessToken }),
    ...(tokenKey && { tokenKey }),
  })
  const root = await users.findByName('root')
  if (created !== undefined && initialPassword !== '') return 'root, with the password from INITIAL_ROOT_PASSWORD'
  if (root === undefined) return 'the accounts in the database'
  const isDefault = await verifyPassword(DEFAULT_ROOT_PASSWORD, root.passwordHash)
  return isDefault ? `root with the password ${DEFAULT_ROOT_PASSWORD}, from this machine only. Change it now` : 'root'
}
