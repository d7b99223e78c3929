import type { SessionUser } from '@weir/contract/session'
import { parseJsonObject } from '../browser/json.ts'
import { localStore, orAbsent, remember, type LocalStore } from './local-store.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

const parseUser = (raw: string | null): SessionUser | undefined => {
  const fields = parseJsonObject(raw)
  if (typeof fields?.role !== 'number') return undefined
  return {
    id: numberOf(fields.id),
    username: textOf(fields.username),
    display_name: textOf(fields.display_name),
    role: fields.role,
    status: numberOf(fields.status),
    ...(fields.must_change_password === true && { must_change_password: true as const }),
    ...(fields.default_password === true && { default_password: true as const }),
  }
}

/** The signed-in user as the browser remembers it. A broken value counts as signed out. */
export const createAuthSession = (store: LocalStore) => {
  const user = remember(() => store.read('user'), parseUser)
  let hasExpired = false

  if (store.read('user') !== null && user() === undefined) store.write('user', undefined)

  return {
    user,
    /** A new password ends every session, so what this one was told of its password stays true for as long as it lives. */
    signIn: ({ id, username, display_name, role, status, must_change_password, default_password }: SessionUser) => {
      hasExpired = false
      store.write('user', JSON.stringify({ id, username, display_name, role, status, must_change_password, default_password }))
    },
    /** The password is the reader's own from now on. */
    ownPassword: () => {
      const current = user()
      if (current === undefined) return
      const { must_change_password: _given, default_password: _default, ...rest } = current
      store.write('user', JSON.stringify(rest))
    },
    signOut: () => {
      hasExpired = false
      store.write('user', undefined)
    },
    /** The server no longer knows the session: until the next sign-in the guard leads to the page that says so. */
    expire: () => {
      hasExpired = true
      store.write('user', undefined)
    },
    hasExpired: () => hasExpired,

    referralCode: () => store.read('aff') ?? '',
    setReferralCode: (code: string) => store.write('aff', orAbsent(code)),
  }
}

export const authSession = createAuthSession(localStore)
