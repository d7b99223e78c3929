import { sql } from 'kysely'
import type { StoreContext } from '../context.ts'
import type { Schema } from '../schema.ts'
import type { Keyring } from '../vault.ts'
import type { CarriedPurpose } from '../vault/derived-keys.ts'
import { PAGE_ROWS, freshPattern, resealRows, type ResealCount } from './reseal-rows.ts'

type Context = Pick<StoreContext, 'kysely'> & { readonly keyring: Keyring }

export interface CarriedColumn {
  readonly table: keyof Schema
  /** Holds no two rows of the same text. */
  readonly column: string
  readonly purpose: CarriedPurpose
  /** Another column of the row that is carried with it. */
  readonly beside?: { readonly column: string; readonly purpose: CarriedPurpose }
}

/** Columns whose values are kept nowhere: what stands there goes through the HMAC of the new key once more. */
export const CARRIED_COLUMNS: readonly CarriedColumn[] = [
  { table: 'users', column: 'access_token_hmac', purpose: 'access-token-hmac' },
  { table: 'recovery_codes', column: 'code_hmac', purpose: 'recovery-code-hmac' },
  { table: 'known_devices', column: 'device_hmac', purpose: 'device-hmac' },
  { table: 'mail_counts', column: 'target_hmac', purpose: 'mail-target-hmac' },
  { table: 'codes', column: 'target_hmac', purpose: 'mail-target-hmac', beside: { column: 'code_hmac', purpose: 'code-hmac' } },
  {
    table: 'oauth_states',
    column: 'state_hmac',
    purpose: 'oauth-state-hmac',
    beside: { column: 'visitor_hmac', purpose: 'oauth-state-hmac' },
  },
  {
    table: 'passkey_challenges',
    column: 'challenge_hmac',
    purpose: 'passkey-challenge-hmac',
    beside: { column: 'holder_hmac', purpose: 'passkey-challenge-hmac' },
  },
]

interface Found {
  readonly found: string
  readonly other: string
}

export const carryColumn = ({ kysely, keyring }: Context, { table, column, purpose, beside }: CarriedColumn): Promise<ResealCount> => {
  const own = sql.ref(column)
  const other = sql.ref(beside?.column ?? column)
  return resealRows<Found, string>({
    page: async (after = '') => {
      const { rows } = await sql<Found>`select ${own} as found, ${other} as other from ${sql.table(table)}
        where ${own} > ${after} and ${own} not like ${freshPattern(keyring)} order by ${own} limit ${sql.lit(PAGE_ROWS)}`.execute(kysely)
      return rows
    },
    keyOf: (row) => row.found,
    reseal: (row) => async () => {
      const fresh = sql`${own} = ${keyring.carry(purpose, row.found)}`
      const set = beside === undefined ? fresh : sql`${fresh}, ${other} = ${keyring.carry(beside.purpose, row.other)}`
      const { numAffectedRows } =
        await sql`update ${sql.table(table)} set ${set} where ${own} = ${row.found} and ${other} = ${row.other}`.execute(kysely)
      return numAffectedRows ?? 0n
    },
  })
}
