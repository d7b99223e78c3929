import { createHash } from 'node:crypto'
import { UserStatus } from '@weir/contract/user'
import type { Clock } from '@weir/relay/ports'
import type { Sessions } from '@weir/store/repositories/sessions'
import type { Account, Users } from '@weir/store/repositories/users'
import { newSecretId } from '../net/random-text.ts'
import type { Actor } from './actor.ts'

interface SessionOrigin {
  readonly address: string
  readonly agent: string
  readonly authVersion?: number | undefined
}

/** Where sessions and access tokens are looked up; both answer only for accounts that may be used right now. */
export interface Credentials {
  findBySession(id: string): Promise<Omit<Actor, 'credential'> | undefined>
  findByAccessToken(token: string): Promise<Omit<Actor, 'credential'> | undefined>
  startSession(userId: number, origin: SessionOrigin): Promise<string>
  endSession(id: string): Promise<void>
}

/** The absolute life of a session; the server ends it earlier when it lies idle. */
export const SESSION_MAX_AGE_SECONDS = 7 * 24 * 3600

/** A session that was not used for this long is over. */
const IDLE_SECONDS = 12 * 3600

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

const actorOf = ({ user, mustChangePassword }: Account) => ({ id: user.id, username: user.username, role: user.role, mustChangePassword })

export const createCredentials = (repositories: { readonly users: Users; readonly sessions: Sessions }, clock: Clock): Credentials => {
  const { users, sessions } = repositories
  const nowSeconds = () => Math.floor(clock() / 1000)
  return {
    findBySession: async (id) => {
      const idHash = hashOf(id)
      const found = await sessions.find(idHash)
      if (found === undefined || found.session.seenAt + IDLE_SECONDS <= nowSeconds()) return undefined
      await sessions.touch(idHash)
      return actorOf(found.account)
    },
    findByAccessToken: async (token) => {
      const account = await users.findByAccessToken(token)
      return account?.user.status === UserStatus.enabled ? actorOf(account) : undefined
    },
    startSession: async (userId, { authVersion, ...origin }) => {
      const account = await users.findById(userId)
      if (account === undefined) throw new Error(`user ${userId} vanished while signing in`)
      const id = newSecretId()
      const expiresAt = nowSeconds() + SESSION_MAX_AGE_SECONDS
      await sessions.create({ idHash: hashOf(id), userId, authVersion: authVersion ?? account.authVersion, expiresAt, ...origin })
      return id
    },
    endSession: async (id) => {
      await sessions.delete(hashOf(id))
    },
  }
}
