import { RedemptionStatus } from '@weir/contract/redemption'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '../schema.ts'
import { SUM_NAMES, type Plan, type Sum, type SumName } from './plan.ts'

/** Row by row: what a sum comes to may lie beyond 64 bits, and every row does not. */
const add = async (db: Kysely<Schema>, amounts: RawBuilder<{ amount: string }>): Promise<bigint> =>
  (await amounts.execute(db)).rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

const opening = (kind: string, sign: 1 | -1): RawBuilder<{ amount: string }> =>
  sql`select concat('', ${sql.lit(sign)} * amount) as amount from ledger_entries where request_id like 'import-%' and kind = ${kind}`

/** What was booked for the accounts when they came: it stays the same when they go on spending. */
const bookedSums = async (db: Kysely<Schema>): Promise<Readonly<Record<'granted' | 'used' | 'forfeited', bigint>>> => ({
  granted: await add(db, opening('grant', 1)),
  used: await add(db, opening('consume', -1)),
  forfeited: await add(db, opening('forfeit', -1)),
})

const plannedSums = ({ users }: Plan): Readonly<Record<'granted' | 'used' | 'forfeited', bigint>> => ({
  granted: users.reduce((sum, { granted }) => sum + granted, 0n),
  used: users.reduce((sum, { used }) => sum + used, 0n),
  forfeited: users.reduce((sum, { forfeited }) => sum + forfeited, 0n),
})

const plannedRest = ({ tokens, redemptions }: Plan): Pick<Record<SumName, bigint>, 'left on tokens' | 'unused codes'> => ({
  'left on tokens': tokens.reduce((sum, { remainQuota }) => sum + remainQuota, 0n),
  'unused codes': redemptions.filter(({ status }) => status === RedemptionStatus.unused).reduce((sum, { quota }) => sum + quota, 0n),
})

const readRest = async (db: Kysely<Schema>): Promise<ReturnType<typeof plannedRest>> => ({
  'left on tokens': await add(db, sql`select concat('', remain_quota) as amount from tokens`),
  'unused codes': await add(db, sql`select concat('', quota) as amount from redemptions where status = ${RedemptionStatus.unused}`),
})

const compare = (
  plan: Plan,
  { granted, used, forfeited }: Awaited<ReturnType<typeof bookedSums>>,
  rest: ReturnType<typeof plannedRest>,
): readonly Sum[] => {
  const here: Readonly<Record<SumName, bigint>> = {
    'balances of accounts': granted - used - forfeited,
    'forfeited by deleted accounts': forfeited,
    'used by accounts': used,
    ...rest,
  }
  return SUM_NAMES.map((name) => ({ name, there: plan.sums[name], here: here[name] }))
}

/** What would be written. */
export const sumsOfPlan = (plan: Plan): readonly Sum[] => compare(plan, plannedSums(plan), plannedRest(plan))

/** What stands in the database, in the transaction that wrote it. */
export const sumsWritten = async (db: Kysely<Schema>, plan: Plan): Promise<readonly Sum[]> => {
  const { rows } = await sql<{ quota: string; used: string }>`
    select concat('', quota) as quota, concat('', used_quota) as used from users`.execute(db)
  const booked = await bookedSums(db)
  const quota = rows.reduce((sum, row) => sum + BigInt(row.quota), 0n)
  const used = rows.reduce((sum, row) => sum + BigInt(row.used), 0n)
  return compare(plan, { granted: quota + used + booked.forfeited, used, forfeited: booked.forfeited }, await readRest(db))
}

/** Of an earlier run: accounts have gone on since, so that the entries count and tokens are not compared. */
export const sumsBooked = async (db: Kysely<Schema>, plan: Plan): Promise<readonly Sum[]> =>
  compare(plan, await bookedSums(db), plannedRest(plan))
