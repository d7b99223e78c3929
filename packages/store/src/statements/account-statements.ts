import { saturated } from '@weir/contract/values/quantity'
import { sql } from 'kysely'
import type { StoreContext } from '../context.ts'
import { checkedInteger } from '../errors.ts'
import { KINDS } from '../log-index/kinds.ts'
import { readRollups } from '../log-index/rollups/read-rollups.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { isSlotStart } from './ledger-slots.ts'
import { readLedgerSums, type ChargesAround } from './ledger-sums.ts'

/** Of ids of the ledger: a charge is in no index of its user. */
const LINES_AT_ONCE = 20_000
const MAX_CREDITS = 500
/** How often charges that come meanwhile are added before the rest is left as a difference. */
const MAX_TRIES = 5

export interface StatementQuery {
  readonly userId: number
  /** Epoch seconds; the end does not belong to it. */
  readonly start: number
  readonly end: number
}

/** What happened before the month, and in it. */
interface Sums {
  readonly before: number
  readonly during: number
}

export interface AccountStatement {
  readonly opening: number
  readonly closing: number
  readonly totals: { readonly credits: number; readonly charges: number; readonly corrections: number }
  readonly credits: readonly { readonly time: number; readonly kind: string; readonly amount: number; readonly reason: string }[]
  readonly moreCredits: { readonly count: number; readonly amount: number }
  readonly charges: readonly {
    readonly model: string
    readonly requests: number
    readonly promptTokens: number
    readonly completionTokens: number
    readonly amount: number
  }[]
  readonly unlistedCharges: number
  readonly corrections: readonly { readonly model: string; readonly requests: number; readonly amount: number }[]
}

export interface AccountStatements {
  /** Every figure is a sum over the ledger; the log tells which models the charges were for. */
  read(query: StatementQuery): Promise<AccountStatement>
}

const sumOf = <T>(items: readonly T[], amountOf: (item: T) => number): number => items.reduce((sum, item) => sum + amountOf(item), 0)

export const createAccountStatements = (context: StoreContext): AccountStatements => {
  const { kysely, engine } = context
  /** Times are whole numbers, written into the text: the sums of the engine are texts. */
  const sumWhere = (condition: string) => sql<number>`coalesce(${sql.raw(engine.sum(`case when ${condition} then amount else 0 end`))}, 0)`
  const sumsAround = (start: number) =>
    [
      sumWhere(`created_at < ${checkedInteger(start)}`).as('before'),
      sumWhere(`created_at >= ${checkedInteger(start)}`).as('during'),
    ] as const

  const lastLine = async (): Promise<number> =>
    (await kysely.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

  const chargesBetween = async ({ userId, start, end }: StatementQuery, after: number, last: number): Promise<Sums> => {
    let [before, during] = [0, 0]
    for (let from = after; from < last; from += LINES_AT_ONCE) {
      const sums = await kysely
        .selectFrom('ledger_entries')
        .select(sumsAround(start))
        .where('id', '>', from)
        .where('id', '<=', Math.min(from + LINES_AT_ONCE, last))
        .where('user_id', '=', userId)
        .where('kind', '=', 'consume')
        .where('created_at', '<', end)
        .executeTakeFirst()
      before += Number(sums?.before ?? 0)
      during += Number(sums?.during ?? 0)
      await yieldToRequests()
    }
    return { before, during }
  }

  const chargesByModel = async ({ userId, start, end }: StatementQuery): Promise<AccountStatement['charges']> => {
    const rows = await readRollups(context, {
      kind: KINDS.userModels,
      match: { user_id: userId },
      span: { from: start, to: end },
      by: ['model_name'],
    })
    return rows
      .map(({ model, requests, failures, promptTokens, completionTokens, quota: amount }) => ({
        model,
        requests: requests - failures,
        promptTokens,
        completionTokens,
        amount,
      }))
      .filter(({ requests, amount }) => requests > 0 || amount !== 0)
      .toSorted((a, b) => b.amount - a.amount || (a.model < b.model ? -1 : 1))
  }

  const hasChargesAfter = async ({ userId }: StatementQuery, last: number): Promise<boolean> => {
    const found = await kysely
      .selectFrom('ledger_entries')
      .select('id')
      .where('id', '>', last)
      .where('user_id', '=', userId)
      .where('kind', '=', 'consume')
      .limit(1)
      .execute()
    return found.length > 0
  }

  /** A span that cuts a slot, as no month does, is read from the first line on. */
  const summedCharges = async (query: StatementQuery): Promise<ChargesAround> =>
    isSlotStart(query.start) && isSlotStart(query.end) ? readLedgerSums(context, query) : { before: 0, during: 0, through: 0 }

  /** A charge and its log row come in one commit. Both sides are read until none has come in between, so that they agree. */
  const readCharges = async (query: StatementQuery) => {
    let { before, during, through: read } = await summedCharges(query)
    for (let tries = 1; ; tries++) {
      const last = await lastLine()
      const sums = await chargesBetween(query, read, last)
      before += sums.before
      during += sums.during
      read = last
      const byModel = await chargesByModel(query)
      if (tries === MAX_TRIES || !(await hasChargesAfter(query, last))) return { before, during, byModel }
    }
  }

  // In the words of the index, which leaves out what requests cost.
  const otherLines = ({ userId, end }: StatementQuery) =>
    kysely.selectFrom('ledger_entries').where('user_id', '=', userId).where('kind', '<>', 'consume').where('created_at', '<', end)

  const readOthers = async (query: StatementQuery) => {
    const { start } = query
    const kinds = await otherLines(query)
      .select('kind')
      .select(sumsAround(start))
      .select(sql<number>`sum(case when created_at >= ${start} then 1 else 0 end)`.as('lines'))
      .groupBy('kind')
      .execute()
    const credits = kinds.filter(({ kind }) => kind !== 'correction')
    const listed = await otherLines(query)
      .select(['created_at', 'kind', 'amount', 'note'])
      .where('kind', '<>', 'correction')
      .where('created_at', '>=', start)
      .orderBy('created_at')
      .orderBy('id')
      .limit(MAX_CREDITS)
      .execute()
    return {
      before: sumOf(kinds, ({ before }) => Number(before)),
      credited: sumOf(credits, ({ during }) => Number(during)),
      creditLines: sumOf(credits, ({ lines }) => Number(lines)),
      corrected: sumOf(kinds, ({ kind, during }) => (kind === 'correction' ? Number(during) : 0)),
      listed,
    }
  }

  const readCorrections = async ({ userId, start, end }: StatementQuery): Promise<AccountStatement['corrections']> => {
    const rows = await kysely
      .selectFrom('corrections')
      .select('model_name as model')
      .select(sql<number>`count(distinct request_id)`.as('requests'))
      .select(sql<number>`sum(charged_before - charged_after)`.as('amount'))
      .where('user_id', '=', userId)
      .where('created_at', '>=', start)
      .where('created_at', '<', end)
      .groupBy('model_name')
      .orderBy('model_name')
      .execute()
    return rows.map(({ model, requests, amount }) => ({ model, requests: Number(requests), amount: Number(amount) }))
  }

  return {
    async read(query) {
      const charges = await readCharges(query)
      const others = await readOthers(query)
      const opening = charges.before + others.before
      const charged = 0 - charges.during
      const listed = sumOf(others.listed, ({ amount }) => amount)
      return {
        opening: saturated(opening),
        closing: saturated(opening + charges.during + others.credited + others.corrected),
        totals: { credits: saturated(others.credited), charges: saturated(charged), corrections: saturated(others.corrected) },
        credits: others.listed.map(({ created_at: time, kind, amount, note: reason }) => ({ time, kind, amount, reason })),
        moreCredits: { count: others.creditLines - others.listed.length, amount: saturated(others.credited - listed) },
        charges: charges.byModel,
        unlistedCharges: saturated(charged - sumOf(charges.byModel, ({ amount }) => amount)),
        corrections: await readCorrections(query),
      }
    },
  }
}
