import { budgetRevision, isBudgetPeriod, isBudgetScope, isBudgetUnit } from '@weir/contract/budget'
import { UserStatus } from '@weir/contract/user'
import type { Budget, CounterRef } from '@weir/relay/budget'
import { createBudgetSnapshot, type BudgetPool, type BudgetSnapshot } from '@weir/relay/guards/budgets'
import type { Kysely, Selectable } from 'kysely'
import type { BudgetsTable } from '../tables/budget-tables.ts'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { bumpRevision, countRows, insertRow, type Page } from '../rows.ts'
import type { Schema } from '../schema.ts'
import { isMuted } from '../metering/muted-mails.ts'
import { createRevisioned } from './revisioned.ts'

export type BudgetFields = Omit<Budget, 'id' | 'series'>

export interface StoredBudget extends Budget {
  readonly createdAt: number
}

export interface BudgetChange {
  /** What is not given stays as it is. */
  readonly changes: Partial<BudgetFields>
  /** Nothing is changed where the revision is another one by now. */
  readonly expected?: string | undefined
}

export type BudgetUpdate =
  | { readonly kind: 'absent' }
  | { readonly kind: 'moved'; readonly now: StoredBudget }
  | { readonly kind: 'changed'; readonly before: StoredBudget; readonly after: StoredBudget }

export type BudgetFilter = Partial<Pick<Budget, 'scope' | 'scopeKey' | 'model' | 'unit' | 'period'>>

export type ScopeRef = Pick<Budget, 'scope' | 'scopeKey'>

const scopeOf = ({ scope, scopeKey }: ScopeRef): string => `${scope} ${scopeKey}`

/** A token, a user or a group; the first two with the account that they belong to. */
export interface BudgetSubject {
  readonly name: string
  /** Without an address where its owner does not want to hear of budgets. */
  readonly account?: { readonly id: number; readonly role: number; readonly email: string | null }
}

/** How far a period of a budget has come. */
export interface BudgetLevel {
  readonly used: number
  /** What running requests may come to. */
  readonly reserved: number
}

export interface BudgetsRepository {
  list(filter: BudgetFilter, page: Page): Promise<readonly StoredBudget[]>
  count(filter: BudgetFilter): Promise<number>
  /** Those that a user falls under: their own, their tokens' and their group's. */
  ofUser(userId: number): Promise<readonly StoredBudget[]>
  get(id: number): Promise<StoredBudget | undefined>
  /** Whom budgets are about, in their order; undefined where a token or a user is gone. Groups never are. */
  subjects(budgets: readonly ScopeRef[]): Promise<readonly (BudgetSubject | undefined)[]>
  create(fields: BudgetFields, trace?: Trace<number>): Promise<StoredBudget>
  /** What was counted stays, unless what is counted changes. */
  update(id: number, change: BudgetChange, trace?: Trace<BudgetUpdate>): Promise<BudgetUpdate>
  delete(id: number, trace?: Trace<boolean>): Promise<boolean>
  /** In the order of the counters. */
  levels(counters: readonly Omit<CounterRef, 'key' | 'unit'>[]): Promise<readonly BudgetLevel[]>
  /** Forgets periods that ended long ago. */
  deleteOldCounters(): Promise<void>
}

export interface CachedBudgetPool extends BudgetPool {
  forget(): void
}

const toBudget = (row: Selectable<BudgetsTable>): readonly StoredBudget[] => {
  const { scope, unit, period } = row
  // What a newer version wrote is not understood by this one.
  if (!isBudgetScope(scope) || !isBudgetUnit(unit) || !isBudgetPeriod(period)) return []
  const { id, series, scope_key: scopeKey, model, amount_limit: limit, is_hard: isHard, created_at: createdAt } = row
  return [{ id, series, scope, scopeKey, model, unit, period, limit, isHard, createdAt }]
}

export const createBudgetPool = ({ kysely, clock }: Pick<StoreContext, 'kysely' | 'clock'>): CachedBudgetPool => {
  const load = async (): Promise<BudgetSnapshot> => {
    const rows = await kysely.selectFrom('budgets').selectAll().orderBy('id').execute()
    return createBudgetSnapshot(rows.flatMap(toBudget))
  }
  return createRevisioned({ kysely, clock, name: 'budgets', load })
}

const columnsOf = ({ scope, scopeKey, model, unit, period, limit, isHard }: BudgetFields) => ({
  scope,
  scope_key: scopeKey,
  model,
  unit,
  period,
  amount_limit: limit,
  is_hard: isHard,
})

const countsTheSame = (a: BudgetFields, b: BudgetFields): boolean =>
  a.scope === b.scope && a.scopeKey === b.scopeKey && a.model === b.model && a.unit === b.unit && a.period === b.period

/** Nobody has been warned of a budget that counts or allows something else. */
const UNWARNED = { warned_start: null, warned_percent: null, warned_at: null, warning_until: null, warning_tries: null }

const remove = async (db: Kysely<Schema>, ids: readonly number[]): Promise<boolean> => {
  await bumpRevision(db, 'budgets')
  const { numDeletedRows } = await db.deleteFrom('budgets').where('id', 'in', ids).executeTakeFirstOrThrow()
  await db.deleteFrom('budget_counters').where('budget_id', 'in', ids).execute()
  return numDeletedRows > 0n
}

/** As part of the transaction that deletes what they are about. */
export const deleteBudgetsOf = async (db: Kysely<Schema>, scope: 'token' | 'user', scopeIds: readonly number[]): Promise<void> => {
  if (scopeIds.length === 0) return
  const rows = await db
    .selectFrom('budgets')
    .select('id')
    .where('scope', '=', scope)
    .where('scope_key', 'in', scopeIds.map(String))
    .execute()
  if (rows.length > 0)
    await remove(
      db,
      rows.map(({ id }) => id),
    )
}

const addressOf = ({ email, muted_mails: muted }: { readonly email: string | null; readonly muted_mails: string | null }): string | null =>
  isMuted(muted, 'budget') ? null : email

const DAY_SECONDS = 86_400
/** Periods shorter than a day are many; of the others, the one before is still looked at. */
const KEPT_DAYS = { short: 1, long: 62 } as const

export const createBudgetsRepository = (context: StoreContext): BudgetsRepository => {
  const { kysely, engine, clock } = context

  const matching = ({ scope, scopeKey, model, unit, period }: BudgetFilter) => {
    let query = kysely.selectFrom('budgets')
    if (scope !== undefined) query = query.where('scope', '=', scope)
    if (scopeKey !== undefined) query = query.where('scope_key', '=', scopeKey)
    if (model !== undefined) query = query.where('model', '=', model)
    if (unit !== undefined) query = query.where('unit', '=', unit)
    return period === undefined ? query : query.where('period', '=', period)
  }

  const get = async (id: number): Promise<StoredBudget | undefined> =>
    (await kysely.selectFrom('budgets').selectAll().where('id', '=', id).execute()).flatMap(toBudget)[0]

  const tokensBy = (ids: readonly number[]) =>
    kysely
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.id', 'tokens.name', 'tokens.user_id', 'users.role', 'users.email', 'users.muted_mails'])
      .where('tokens.id', 'in', ids)
      .where('tokens.deleted_at', 'is', null)
      .where('users.status', '!=', UserStatus.deleted)

  const usersBy = (ids: readonly number[]) =>
    kysely
      .selectFrom('users')
      .select(['id', 'username', 'role', 'email', 'muted_mails'])
      .where('id', 'in', ids)
      .where('status', '!=', UserStatus.deleted)

  const levelOf = async ({ budgetId, series, periodStart }: Omit<CounterRef, 'key' | 'unit'>): Promise<BudgetLevel> => {
    const counter = kysely.selectFrom('budget_counters').select(['used', 'reserved']).where('budget_id', '=', budgetId)
    return (
      (await counter.where('series', '=', series).where('period_start', '=', periodStart).executeTakeFirst()) ?? { used: 0, reserved: 0 }
    )
  }

  return {
    async list(filter, { offset, limit }) {
      const rows = await matching(filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
      return rows.flatMap(toBudget)
    },
    count: (filter) => countRows(matching(filter).select((eb) => eb.fn.countAll().as('count'))),
    async ofUser(userId) {
      const user = await kysely.selectFrom('users').select('user_group').where('id', '=', userId).executeTakeFirst()
      const tokens = await kysely.selectFrom('tokens').select('id').where('user_id', '=', userId).where('deleted_at', 'is', null).execute()
      const rows = await kysely
        .selectFrom('budgets')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb.and([eb('scope', '=', 'user'), eb('scope_key', '=', String(userId))]),
            eb.and([eb('scope', '=', 'group'), eb('scope_key', '=', user?.user_group ?? '')]),
            eb('scope', '=', 'token'),
          ]),
        )
        .orderBy('id', 'desc')
        .execute()
      const own = new Set(tokens.map(({ id }) => String(id)))
      return rows.flatMap(toBudget).filter(({ scope, scopeKey }) => scope !== 'token' || own.has(scopeKey))
    },
    get,
    async subjects(budgets) {
      const idsOf = (scope: Budget['scope']) => budgets.filter((budget) => budget.scope === scope).map(({ scopeKey }) => Number(scopeKey))
      const found = new Map<string, BudgetSubject>()
      for (const budget of budgets) if (budget.scope === 'group') found.set(scopeOf(budget), { name: budget.scopeKey })
      const [tokenIds, userIds] = [idsOf('token'), idsOf('user')]
      for (const { id, name, ...account } of tokenIds.length === 0 ? [] : await tokensBy(tokenIds).execute())
        found.set(scopeOf({ scope: 'token', scopeKey: String(id) }), {
          name,
          account: { id: account.user_id, role: account.role, email: addressOf(account) },
        })
      for (const { id, username, role, ...mails } of userIds.length === 0 ? [] : await usersBy(userIds).execute())
        found.set(scopeOf({ scope: 'user', scopeKey: String(id) }), { name: username, account: { id, role, email: addressOf(mails) } })
      return budgets.map((budget) => found.get(scopeOf(budget)))
    },
    async create(fields, trace) {
      const created = { ...columnsOf(fields), series: 1, created_at: nowSeconds(clock), ...UNWARNED }
      const id = await inTracedTransaction(context, trace, async (db) => {
        await bumpRevision(db, 'budgets')
        return insertRow(db, engine, { table: 'budgets', values: created })
      })
      context.budgetsChanged()
      return { ...fields, id, series: 1, createdAt: created.created_at }
    },
    async update(id, { changes, expected }, trace) {
      const done = await inTracedTransaction<BudgetUpdate>(context, trace, async (db) => {
        // The revision row is the lock: two changes at once would otherwise both begin from the same.
        await bumpRevision(db, 'budgets')
        const [before] = (await db.selectFrom('budgets').selectAll().where('id', '=', id).execute()).flatMap(toBudget)
        if (before === undefined) return { kind: 'absent' }
        const wanted = { ...before, ...changes }
        const after = { ...wanted, series: countsTheSame(before, wanted) ? before.series : before.series + 1 }
        // A repeat of what was done already is no error.
        const isStale = expected !== undefined && expected !== budgetRevision(before)
        if (isStale && budgetRevision(after) !== budgetRevision(before)) return { kind: 'moved', now: before }
        const isRearmed = after.series !== before.series || after.limit !== before.limit
        await db
          .updateTable('budgets')
          .set({ ...columnsOf(after), series: after.series, ...(isRearmed && UNWARNED) })
          .where('id', '=', id)
          .execute()
        return { kind: 'changed', before, after }
      })
      context.budgetsChanged()
      return done
    },
    async delete(id, trace) {
      const isDeleted = await inTracedTransaction(context, trace, (db) => remove(db, [id]))
      context.budgetsChanged()
      return isDeleted
    },
    levels: (counters) => Promise.all(counters.map(levelOf)),
    async deleteOldCounters() {
      const now = nowSeconds(clock)
      const old = (days: number) =>
        kysely
          .deleteFrom('budget_counters')
          .where('period_start', '>', 0)
          .where('period_start', '<', now - days * DAY_SECONDS)
      const short = kysely.selectFrom('budgets').select('id').where('period', 'in', ['minute', 'hour'])
      await old(KEPT_DAYS.short).where('budget_id', 'in', short).execute()
      await old(KEPT_DAYS.long).execute()
    },
  }
}
