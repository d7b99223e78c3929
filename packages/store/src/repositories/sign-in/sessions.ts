import { UserStatus } from '@weir/contract/user'
import { inTracedTransaction, type Trace } from '../../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../../context.ts'
import { clip } from '../../rows.ts'
import { ownsFactor } from './second-factors.ts'
import { toAccount, type Account } from '../users.ts'

/** `seen_at` is for people; a write per call would make every read of the console a write. */
const TOUCH_INTERVAL_SECONDS = 60

export interface NewSession {
  /** SHA-256 of the opaque id; the id itself is known to the browser alone. */
  readonly idHash: string
  readonly userId: number
  readonly authVersion: number
  readonly expiresAt: number
  readonly address: string
  readonly agent: string
  /** The password was right and the second factor is still to come. */
  readonly awaitsFactor?: boolean
}

export interface Session {
  readonly idHash: string
  readonly createdAt: number
  readonly seenAt: number
  readonly expiresAt: number
  readonly address: string
  readonly agent: string
  readonly awaitsFactor: boolean
  /** When a password or a factor was last shown. */
  readonly confirmedAt: number
}

export interface FoundSession {
  readonly session: Session
  readonly account: Account
  readonly hasFactor: boolean
}

export interface Sessions {
  create(session: NewSession): Promise<void>
  /** Undefined unless the session is alive and its user is enabled and unchanged in password, role and status since. */
  find(idHash: string): Promise<FoundSession | undefined>
  touch(idHash: string): Promise<void>
  /** A password or a factor was shown just now. */
  confirm(idHash: string): Promise<void>
  /** Without those that still await a factor. */
  list(userId: number): Promise<readonly Omit<Session, 'awaitsFactor' | 'confirmedAt'>[]>
  delete(idHash: string): Promise<boolean>
  /** False when the session is not one of this user. */
  deleteOwn(userId: number, idHash: string, trace?: Trace<boolean>): Promise<boolean>
  deleteForUser(userId: number, trace?: Trace<number>): Promise<number>
  deleteExpired(): Promise<number>
}

const SESSION_COLUMNS = [
  'sessions.id_hash as idHash',
  'sessions.created_at as createdAt',
  'sessions.seen_at as seenAt',
  'sessions.expires_at as expiresAt',
  'sessions.address',
  'sessions.agent',
] as const

export const createSessions = ({ kysely, clock }: StoreContext): Sessions => ({
  async create(session) {
    const now = nowSeconds(clock)
    await kysely
      .insertInto('sessions')
      .values({
        id_hash: session.idHash,
        user_id: session.userId,
        auth_version: session.authVersion,
        created_at: now,
        seen_at: now,
        expires_at: session.expiresAt,
        address: clip(session.address, 100),
        agent: clip(session.agent, 200),
        awaits_factor: session.awaitsFactor ?? false,
        confirmed_at: now,
      })
      .execute()
  },
  async find(idHash) {
    const row = await kysely
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.id', '=', 'sessions.user_id').onRef('users.auth_version', '=', 'sessions.auth_version'),
      )
      .selectAll('users')
      .select([
        'sessions.id_hash as session_id_hash',
        'sessions.created_at as session_created_at',
        'sessions.seen_at as session_seen_at',
        'sessions.expires_at as session_expires_at',
        'sessions.address as session_address',
        'sessions.agent as session_agent',
        'sessions.awaits_factor as session_awaits_factor',
        'sessions.confirmed_at as session_confirmed_at',
        ownsFactor('sessions.user_id').as('has_factor'),
      ])
      .where('sessions.id_hash', '=', idHash)
      .where('sessions.expires_at', '>', nowSeconds(clock))
      .where('users.status', '=', UserStatus.enabled)
      .executeTakeFirst()
    if (row === undefined) return undefined
    return {
      session: {
        idHash: row.session_id_hash,
        createdAt: row.session_created_at,
        seenAt: row.session_seen_at,
        expiresAt: row.session_expires_at,
        address: row.session_address,
        agent: row.session_agent,
        awaitsFactor: row.session_awaits_factor === true,
        confirmedAt: row.session_confirmed_at ?? 0,
      },
      account: toAccount(row),
      hasFactor: Number(row.has_factor) > 0,
    }
  },
  async touch(idHash) {
    const now = nowSeconds(clock)
    await kysely
      .updateTable('sessions')
      .set({ seen_at: now })
      .where('id_hash', '=', idHash)
      .where('seen_at', '<=', now - TOUCH_INTERVAL_SECONDS)
      .execute()
  },
  async confirm(idHash) {
    await kysely
      .updateTable('sessions')
      .set({ confirmed_at: nowSeconds(clock) })
      .where('id_hash', '=', idHash)
      .execute()
  },
  list: (userId) =>
    kysely
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.id', '=', 'sessions.user_id').onRef('users.auth_version', '=', 'sessions.auth_version'),
      )
      .select(SESSION_COLUMNS)
      .where('sessions.user_id', '=', userId)
      .where((eb) => eb.or([eb('sessions.awaits_factor', 'is', null), eb('sessions.awaits_factor', '=', false)]))
      .where('sessions.expires_at', '>', nowSeconds(clock))
      .orderBy('sessions.seen_at', 'desc')
      .execute(),
  async delete(idHash) {
    return (await kysely.deleteFrom('sessions').where('id_hash', '=', idHash).executeTakeFirstOrThrow()).numDeletedRows > 0n
  },
  deleteOwn: (userId, idHash, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) => {
      const own = db.deleteFrom('sessions').where('id_hash', '=', idHash).where('user_id', '=', userId)
      return (await own.executeTakeFirstOrThrow()).numDeletedRows > 0n
    }),
  deleteForUser: (userId, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) =>
      Number((await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirstOrThrow()).numDeletedRows),
    ),
  async deleteExpired() {
    return Number(
      (await kysely.deleteFrom('sessions').where('expires_at', '<=', nowSeconds(clock)).executeTakeFirstOrThrow()).numDeletedRows,
    )
  },
})
