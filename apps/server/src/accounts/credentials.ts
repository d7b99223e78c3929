import { createHash } from 'node:crypto'
import { UserStatus } from '@weir/contract/user'
import type { Clock } from '@weir/relay/ports'
import { CONFIRMED_SECONDS, isFactorRequired } from '@weir/contract/sign-in/second-factor'
import type { SecondFactors } from '@weir/store/repositories/sign-in/second-factors'
import type { FoundSession, Sessions } from '@weir/store/repositories/sign-in/sessions'
import type { Account, Users } from '@weir/store/repositories/users'
import { newSecretId } from '../net/random-text.ts'
import type { AnnounceSignIn } from '../mail/new-device.ts'
import type { Settings } from '../settings/settings.ts'
import type { Actor, ActorSession } from './actor.ts'

interface SessionOrigin {
  readonly address: string
  readonly agent: string
  readonly authVersion?: number | undefined
  /** A second factor was shown already, so none is awaited. */
  readonly hasShownFactor?: boolean | undefined
}

export interface StartedSession {
  readonly id: string
  readonly maxAgeSeconds: number
  readonly factor: ActorSession['factor']
}

/** Where sessions and access tokens are looked up; both answer only for accounts that may be used right now. */
export interface Credentials {
  /** Stands in the name of the session cookie: browsers keep cookies of one host together, whatever the port. */
  readonly installation: string
  findBySession(id: string): Promise<Omit<Actor, 'credential'> | undefined>
  findByAccessToken(token: string): Promise<Omit<Actor, 'credential'> | undefined>
  startSession(userId: number, origin: SessionOrigin): Promise<StartedSession>
  endSession(id: string): Promise<void>
}

/** The absolute life of a session; the server ends it earlier when it lies idle. */
export const SESSION_MAX_AGE_SECONDS = 7 * 24 * 3600

/** Enough to tell the few installations of one host apart. */
const MARK_LENGTH = 8

/** A session that was not used for this long is over. */
const IDLE_SECONDS = 12 * 3600

/** How long a sign-in may wait for its second factor. */
const SIGN_IN_SECONDS = 600

interface Repositories {
  readonly installationId: string
  readonly users: Users
  readonly sessions: Sessions
  readonly factors: SecondFactors
  readonly settings: () => Settings
  /** Told of every sign-in that is complete. */
  readonly announce: AnnounceSignIn
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex')

const actorOf = ({ user, authVersion }: Account) => ({ id: user.id, username: user.username, role: user.role, authVersion })

export const createCredentials = (repositories: Repositories, clock: Clock): Credentials => {
  const { users, sessions, factors, settings, announce, installationId } = repositories
  const nowSeconds = () => Math.floor(clock() / 1000)

  const factorOf = (role: number, { hasFactor, isAwaited }: { hasFactor: boolean; isAwaited: boolean }): ActorSession['factor'] => {
    if (isAwaited) return 'awaited'
    if (hasFactor) return 'shown'
    return isFactorRequired(settings().text('SecondFactorRequiredFor'), role) ? 'missing' : 'none'
  }

  const sessionOf = ({ session, account, hasFactor }: FoundSession): ActorSession => ({
    idHash: session.idHash,
    factor: factorOf(account.user.role, { hasFactor, isAwaited: session.awaitsFactor }),
    isConfirmed: session.confirmedAt + CONFIRMED_SECONDS > nowSeconds(),
  })

  return {
    installation: installationId.slice(0, MARK_LENGTH),
    findBySession: async (id) => {
      const idHash = hashOf(id)
      const found = await sessions.find(idHash)
      if (found === undefined || found.session.seenAt + IDLE_SECONDS <= nowSeconds()) return undefined
      await sessions.touch(idHash)
      return { ...actorOf(found.account), session: sessionOf(found) }
    },
    findByAccessToken: async (token) => {
      const account = await users.findByAccessToken(token)
      return account?.user.status === UserStatus.enabled ? actorOf(account) : undefined
    },
    startSession: async (userId, { authVersion, hasShownFactor = false, ...origin }) => {
      const account = await users.findById(userId)
      if (account === undefined) throw new Error(`user ${userId} vanished while signing in`)
      const id = newSecretId()
      const hasFactor = await factors.isSetUp(userId)
      const awaitsFactor = hasFactor && !hasShownFactor
      const maxAgeSeconds = awaitsFactor ? SIGN_IN_SECONDS : SESSION_MAX_AGE_SECONDS
      const life = { authVersion: authVersion ?? account.authVersion, expiresAt: nowSeconds() + maxAgeSeconds, awaitsFactor }
      await sessions.create({ idHash: hashOf(id), userId, ...life, ...origin })
      if (!awaitsFactor) await announce({ userId, email: account.user.email, ...origin })
      return { id, maxAgeSeconds, factor: factorOf(account.user.role, { hasFactor, isAwaited: awaitsFactor }) }
    },
    endSession: async (id) => {
      await sessions.delete(hashOf(id))
    },
  }
}
