import { splitList } from '@weir/contract/values/quantity'
import { TokenStatus } from '@weir/contract/token'
import { Role, UserStatus } from '@weir/contract/user'
import type { Identities, Identity, TokenState } from '@weir/relay/identity'
import { nowSeconds, type StoreContext } from '../context.ts'
import { findAmong } from '../rows.ts'
import { MAX_GATHERED, createGatheredLookup } from './gathered-lookup.ts'

const CACHE_MS = 1000
const MAX_KNOWN = 10_000
/** Apart from the known ones, so that a flood of guesses cannot push real callers out. */
const MAX_UNKNOWN = 1000
/** No key that was ever issued is longer. */
const MAX_KEY_LENGTH = 256

interface Entry {
  readonly identity: Identity | undefined
  /** When it was asked for; a clock that was set back is then before it, and the answer no longer good. */
  readonly askedAt: number
  readonly goodUntil: number
}

/**
 * By the present key, or by the key before it while that one is still accepted. The union holds no column of the result but these two: MySQL
 * forgets in a union which columns are boolean.
 */
const findSql = (match: string): string => `select k.found_by, k.ends_at, t.id as token_id, t.name as token_name,
  t.status as token_status, t.expired_time, t.unlimited_quota, t.remain_quota, t.models, t.subnet, t.token_group, u.id as user_id, u.username,
  u.status as user_status, u.role, u.user_group
  from (select id, key_hmac as found_by, 0 as ends_at from tokens where key_hmac ${match}
    union all select id, old_key_hmac, old_key_until from tokens where old_key_hmac ${match} and old_key_until > ?) k
  join tokens t on t.id = k.id join users u on u.id = t.user_id where t.deleted_at is null`

interface FoundRow {
  readonly found_by: string
  /** When this key ends although its token does not; 0 for the present key. */
  readonly ends_at: number
  readonly token_id: number
  readonly token_name: string
  readonly token_status: number
  readonly expired_time: number
  readonly unlimited_quota: boolean
  readonly remain_quota: number
  readonly models: string
  readonly subnet: string
  readonly token_group: string | null
  readonly user_id: number
  readonly username: string
  readonly user_status: number
  readonly role: number
  readonly user_group: string
}

const TOKEN_STATES: ReadonlyMap<number, TokenState> = new Map([
  [TokenStatus.enabled, 'enabled'],
  [TokenStatus.disabled, 'disabled'],
  [TokenStatus.expired, 'expired'],
  [TokenStatus.exhausted, 'exhausted'],
])

/** A token that names the group of its user follows nobody else's rules. */
const groupOf = ({ token_group: chosen, user_group: own }: FoundRow): Pick<Identity, 'group' | 'ownGroup'> =>
  chosen === null || chosen === '' || chosen === own ? { group: own } : { group: chosen, ownGroup: own }

const toIdentity = (row: FoundRow): Identity => ({
  tokenId: row.token_id,
  tokenName: row.token_name,
  tokenState: TOKEN_STATES.get(row.token_status) ?? 'disabled',
  expiresAt: row.expired_time,
  isUnlimited: row.unlimited_quota,
  remainQuota: row.remain_quota,
  models: splitList(row.models),
  subnets: splitList(row.subnet),
  userId: row.user_id,
  username: row.username,
  isUserEnabled: row.user_status === UserStatus.enabled,
  isAdmin: row.role >= Role.admin,
  ...groupOf(row),
})

interface Cache {
  readonly entries: Map<string, Entry>
  readonly limit: number
}

const remember = ({ entries, limit }: Cache, key: string, entry: Entry): void => {
  entries.delete(key)
  entries.set(key, entry)
  if (entries.size <= limit) return
  for (const oldest of entries.keys()) {
    entries.delete(oldest)
    return
  }
}

export interface CachedIdentities extends Identities {
  forgetAll(): void
}

export const createIdentities = ({
  engine,
  kysely,
  vault,
  clock,
}: Pick<StoreContext, 'engine' | 'kysely' | 'vault' | 'clock'>): CachedIdentities => {
  const known: Cache = { entries: new Map(), limit: MAX_KNOWN }
  const unknown: Cache = { entries: new Map(), limit: MAX_UNKNOWN }
  const running = new Map<string, Promise<Identity | undefined>>()
  const findOneSql = engine.toPrepared(findSql('= ?'))
  const findManySql = engine.toPrepared(findSql(`in (${Array(MAX_GATHERED).fill('?').join(', ')})`))
  // A lookup that began before a change must not be kept after it.
  let generation = 0

  const forgetAll = (): void => {
    generation += 1
    known.entries.clear()
    unknown.entries.clear()
    running.clear()
  }

  /** Two statements for any number of keys: the longer one is filled up with repeats. */
  const query = async (hmacs: readonly string[]): Promise<ReadonlyMap<string, FoundRow>> => {
    const isOne = hmacs.length === 1
    const wanted = isOne ? hmacs : Array.from({ length: MAX_GATHERED }, (_, at) => hmacs[at] ?? hmacs[0])
    const link = await engine.open()
    try {
      const { rows } = await link.query(isOne ? findOneSql : findManySql, [...wanted, ...wanted, nowSeconds(clock)])
      return new Map((rows as unknown as readonly FoundRow[]).map((row) => [row.found_by, row]))
    } finally {
      link.release()
    }
  }

  const findRow = createGatheredLookup({ query, clock })

  const load = async (key: string): Promise<Identity | undefined> => {
    const startedIn = generation
    const askedAt = clock()
    try {
      const row = await findAmong(vault.lookups('token-lookup', key), findRow)
      const identity = row === undefined ? undefined : toIdentity(row)
      if (startedIn === generation) {
        // From the question on: what another node has changed since is in no answer.
        const goodUntil = Math.min(askedAt + CACHE_MS, (row?.ends_at || Infinity) * 1000)
        remember(identity === undefined ? unknown : known, key, { identity, askedAt, goodUntil })
      }
      return identity
    } finally {
      if (startedIn === generation) running.delete(key)
    }
  }

  const closeStatus = async (tokenId: number, status: number, isStillTrue: 'is-expired' | 'is-exhausted'): Promise<void> => {
    const base = kysely.updateTable('tokens').set({ status }).where('id', '=', tokenId).where('status', '=', TokenStatus.enabled)
    const update =
      isStillTrue === 'is-expired'
        ? base.where('expired_time', '!=', -1).where('expired_time', '<=', nowSeconds(clock))
        : base.where('unlimited_quota', '=', false).where('remain_quota', '<=', 0)
    await update.execute()
    forgetAll()
  }

  return {
    find(key) {
      if (key === '' || key.length > MAX_KEY_LENGTH) return undefined
      const entry = known.entries.get(key) ?? unknown.entries.get(key)
      const now = clock()
      if (entry !== undefined && now < entry.goodUntil && now >= entry.askedAt) return entry.identity
      const already = running.get(key)
      if (already !== undefined) return already
      const loading = load(key)
      running.set(key, loading)
      return loading
    },
    markExpired: (tokenId) => closeStatus(tokenId, TokenStatus.expired, 'is-expired'),
    markExhausted: (tokenId) => closeStatus(tokenId, TokenStatus.exhausted, 'is-exhausted'),
    forgetAll,
  }
}
