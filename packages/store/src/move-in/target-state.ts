import { Role } from '@weir/contract/user'
import { sql, type Kysely } from 'kysely'
import { ROOT_TOKEN_NAME } from '../repositories/users.ts'
import type { Schema } from '../schema.ts'
import { countRows } from '../rows.ts'
import type { Plan, PlannedUser } from './plan.ts'

/** Data of somebody else is in the target, or the source is not the one that was imported. Nothing was written. */
export class TargetOccupied extends Error {
  override readonly name = 'TargetOccupied'
}

const openingRequest = (userId: number): string => `import-${userId}`

/** `fresh`: no account, or the one that the first start makes, with nothing else. `imported`: the accounts of this source are here. */
export type TargetState = { readonly state: 'fresh'; readonly firstRootId: number | undefined } | { readonly state: 'imported' }

/** Exact beyond ±2^53: as text. */
const openingsIn = async (db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ request: string; kind: string; amount: string }>`
    select request_id as request, kind, concat('', amount) as amount from ledger_entries where request_id like 'import-%'`.execute(db)
  return new Map(rows.map(({ request, kind, amount }) => [`${request} ${kind}`, amount]))
}

export const openingEntries = ({ id, granted, used, forfeited }: PlannedUser) =>
  [
    { kind: 'grant', amount: granted },
    ...(used === 0n ? [] : [{ kind: 'consume', amount: -used }]),
    ...(forfeited === 0n ? [] : [{ kind: 'forfeit', amount: -forfeited }]),
  ].map((entry) => ({ ...entry, userId: id, request: openingRequest(id) }))

const requireSame = (plan: Plan, booked: ReadonlyMap<string, string>): void => {
  const wanted = plan.users.flatMap(openingEntries)
  const other = wanted.find(({ request, kind, amount }) => booked.get(`${request} ${kind}`) !== String(amount))
  if (other === undefined && wanted.length === booked.size) return
  const where = other === undefined ? 'accounts are missing there' : `account ${other.userId} differs`
  throw new TargetOccupied(
    `accounts were imported here before, and the source has changed since or is another one (${where}); nothing was written`,
  )
}

const rowsIn = (
  db: Kysely<Schema>,
  table: 'channels' | 'redemptions' | 'reservations' | 'totp_secrets' | 'passkeys' | 'stored_responses' | 'request_bodies',
): Promise<number> => countRows(db.selectFrom(table).select((eb) => eb.fn.countAll().as('count')))

const isUnused = async (db: Kysely<Schema>): Promise<boolean> => {
  const tokens = await db.selectFrom('tokens').select('name').limit(2).execute()
  if (tokens.length > 1 || tokens.some(({ name }) => name !== ROOT_TOKEN_NAME)) return false
  for (const table of [
    'channels',
    'redemptions',
    'reservations',
    'totp_secrets',
    'passkeys',
    'stored_responses',
    'request_bodies',
  ] as const)
    if ((await rowsIn(db, table)) > 0) return false
  return true
}

export const readTargetState = async (db: Kysely<Schema>, plan: Plan): Promise<TargetState> => {
  const booked = await openingsIn(db)
  if (booked.size > 0) {
    requireSame(plan, booked)
    return { state: 'imported' }
  }
  const users = await db.selectFrom('users').select(['id', 'username', 'role', 'used_quota', 'request_count']).limit(2).execute()
  const [first] = users
  if (first === undefined && (await isUnused(db))) return { state: 'fresh', firstRootId: undefined }
  const isFirstRoot =
    first !== undefined &&
    users.length === 1 &&
    first.username === 'root' &&
    first.role === Role.root &&
    first.used_quota === 0 &&
    first.request_count === 0
  if (isFirstRoot && (await isUnused(db))) return { state: 'fresh', firstRootId: first.id }
  throw new TargetOccupied('there are accounts, tokens or channels here already: import into an empty installation; nothing was written')
}
