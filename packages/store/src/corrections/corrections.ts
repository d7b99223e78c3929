import { UserStatus } from '@weir/contract/user'
import { toQuota } from '@weir/ledger/quota'
import { recompute } from '@weir/relay/charging/charge-detail'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { addClamped, type Value } from '../dialect/engine.ts'
import { insertRows } from '../insert-rows.ts'
import { rearm } from '../metering/entries.ts'
import { insertAudit, type NewAuditEntry } from '../audit/append.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import { readChargedRows, readCorrected, type ChargedQuery, type ChargedRow, type ChargedRows } from './charged-rows.ts'

const ROWS_AT_ONCE = 100
const CHECKED_AT_ONCE = 2000
/** Enough to see what is wrong. */
const MAX_WRONG = 100

/** What a request should have cost. */
export interface Repricing extends Omit<ChargedRow, 'isOwnerDeleted'> {
  readonly cost: number
  /** The figures that the cost follows from, in the form of a log row. */
  readonly detail: string
}

export interface Booked {
  readonly rows: number
  /** Units given back, and units taken in addition. */
  readonly credited: number
  readonly debited: number
  /** Rows of accounts that are deleted. */
  readonly deleted: number
}

export interface WrongCorrection {
  readonly requestId: string
  readonly ordinal: number
  readonly reason: 'figures' | 'line'
}

export interface Corrections {
  chargedRows(query: ChargedQuery): AsyncIterable<ChargedRows>
  /**
   * Brings each request to its cost by a line of its own. What has that cost already is left alone, so a repeat books nothing. `trace` is
   * written in the transaction of the first line: money that was moved has its entry, whatever happens to the rest.
   */
  book(repricings: readonly Repricing[], trace?: NewAuditEntry): Promise<Booked>
  /** Corrections that do not follow from their own figures, or whose line in the ledger is missing or another one; some, if there are many. */
  wrong(): Promise<readonly WrongCorrection[]>
}

interface Correction extends Repricing {
  readonly ordinal: number
  /** Signed effect on the balance. */
  readonly amount: number
}

const NOTHING: Booked = { rows: 0, credited: 0, debited: 0, deleted: 0 }

const added = (a: Booked, b: Booked): Booked => ({
  rows: a.rows + b.rows,
  credited: a.credited + b.credited,
  debited: a.debited + b.debited,
  deleted: a.deleted + b.deleted,
})

/** Under which a line of the ledger names the request and the number of its correction. */
const lineOf = (requestId: string, ordinal: number): string => `${requestId}/${ordinal}`

const sumsBy = (corrections: readonly Correction[], idOf: (correction: Correction) => number): readonly (readonly [number, number])[] => {
  const sums = new Map<number, number>()
  for (const correction of corrections) sums.set(idOf(correction), (sums.get(idOf(correction)) ?? 0) + correction.amount)
  return [...sums].filter(([id]) => id > 0).toSorted(([a], [b]) => a - b)
}

const pieces = function* <T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += ROWS_AT_ONCE) yield list.slice(at, at + ROWS_AT_ONCE)
}

export const createCorrections = (context: StoreContext): Corrections => {
  const { kysely, engine, clock } = context
  const plus = (column: string): string => `${column} = ${addClamped(engine, column, '?')}`
  const moveUser = engine.toNative(`update users set ${plus('quota')}, ${plus('used_quota')} where id = ?`)
  const moveToken = engine.toNative(
    `update tokens set remain_quota = case when unlimited_quota then remain_quota else ${addClamped(engine, 'remain_quota', '?')} end, ${plus('used_quota')} where id = ?`,
  )
  const moveChannel = engine.toNative(`update channels set ${plus('used_quota')} where id = ?`)

  /** Locked in ascending order, as settlements do it: users, tokens, channels. Who is locked cannot be corrected by anybody else meanwhile. */
  const lockLiving = async (db: Transaction<Schema>, rows: readonly Repricing[]): Promise<ReadonlySet<number>> => {
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [...new Set(rows.map(({ userId }) => userId))])
      .where('status', '!=', UserStatus.deleted)
      .orderBy('id')
      .$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate())
      .execute()
    return new Set(users.map(({ id }) => id))
  }

  /** What is left to be corrected, now that nobody else corrects it. */
  const differences = async (db: Transaction<Schema>, rows: readonly Repricing[]): Promise<readonly Correction[]> => {
    const corrected = await readCorrected(
      { kysely: db },
      rows.map(({ requestId }) => requestId),
    )
    return rows
      .map((row) => {
        const last = corrected.get(row.requestId)
        const charged = last?.charged ?? row.charged
        return { ...row, charged, ordinal: (last?.ordinal ?? 0) + 1, amount: toQuota(charged - toQuota(row.cost)) }
      })
      .filter(({ amount }) => amount !== 0)
  }

  const move = async (db: Transaction<Schema>, corrections: readonly Correction[]): Promise<void> => {
    const run = (text: string, params: readonly Value[]) => db.executeQuery(CompiledQuery.raw(text, [...params]))
    for (const [id, amount] of sumsBy(corrections, ({ userId }) => userId)) {
      await run(moveUser, [amount, -amount, id])
      if (amount > 0) await rearm(db, id)
    }
    for (const [id, amount] of sumsBy(corrections, ({ tokenId }) => tokenId)) await run(moveToken, [amount, -amount, id])
    for (const [id, amount] of sumsBy(corrections, ({ channelId }) => channelId)) await run(moveChannel, [-amount, id])
  }

  const write = async (db: Transaction<Schema>, corrections: readonly Correction[]): Promise<void> => {
    const createdAt = nowSeconds(clock)
    await insertRows(db, engine, {
      table: 'corrections',
      columns: [
        'request_id',
        'ordinal',
        'user_id',
        'token_id',
        'channel_id',
        'model_name',
        'charged_before',
        'charged_after',
        'detail',
        'created_at',
      ],
      rows: corrections.map(({ requestId, ordinal, userId, tokenId, channelId, model, charged, cost, detail }) => ({
        request_id: requestId,
        ordinal,
        user_id: userId,
        token_id: tokenId,
        channel_id: channelId,
        model_name: model,
        charged_before: charged,
        charged_after: cost,
        detail,
        created_at: createdAt,
      })),
    })
    await insertRows(db, engine, {
      table: 'ledger_entries',
      columns: ['user_id', 'token_id', 'channel_id', 'kind', 'amount', 'request_id', 'created_at', 'note'],
      rows: corrections.map(({ requestId, ordinal, userId, tokenId, channelId, amount, charged, cost }) => ({
        user_id: userId,
        token_id: tokenId,
        channel_id: channelId,
        kind: 'correction',
        amount,
        request_id: lineOf(requestId, ordinal),
        created_at: createdAt,
        note: `request ${requestId}: ${charged} -> ${cost}`,
      })),
    })
  }

  const bookPiece = (rows: readonly Repricing[], trace: NewAuditEntry | undefined): Promise<Booked> =>
    inTransaction(kysely, async (db) => {
      const living = await lockLiving(db, rows)
      const corrections = await differences(
        db,
        rows.filter(({ userId }) => living.has(userId)),
      )
      if (corrections.length > 0) {
        await move(db, corrections)
        await write(db, corrections)
        if (trace !== undefined) await insertAudit(db, nowSeconds(clock), [trace])
      }
      return {
        rows: corrections.length,
        credited: corrections.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
        debited: corrections.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0),
        deleted: rows.filter(({ userId }) => !living.has(userId)).length,
      }
    })

  const findWrong = async (after: { readonly requestId: string; readonly ordinal: number }) => {
    const { rows } = await sql<{
      requestId: string
      ordinal: number
      cost: number
      detail: string
      isBooked: number
    }>`
      select c.request_id as ${sql.ref('requestId')}, c.ordinal as ordinal, c.charged_after as cost, c.detail as detail,
        (select count(*) from ledger_entries e where e.request_id = concat(c.request_id, '/', c.ordinal) and e.kind = 'correction'
          and e.kind <> 'consume' and e.user_id = c.user_id and e.amount = c.charged_before - c.charged_after) as ${sql.ref('isBooked')}
      from corrections c
      where c.request_id > ${after.requestId} or (c.request_id = ${after.requestId} and c.ordinal > ${after.ordinal})
      order by c.request_id, c.ordinal limit ${sql.lit(CHECKED_AT_ONCE)}`.execute(kysely)
    return rows
  }

  return {
    chargedRows: (query) => readChargedRows(context, query),
    async book(repricings, trace) {
      let booked = NOTHING
      for (const piece of pieces(repricings)) {
        booked = added(booked, await bookPiece(piece, booked.rows === 0 ? trace : undefined))
        await yieldToRequests()
      }
      return booked
    },
    async wrong() {
      const wrong: WrongCorrection[] = []
      for (let after = { requestId: '', ordinal: 0 }; wrong.length < MAX_WRONG;) {
        const rows = await findWrong(after)
        for (const { requestId, ordinal, cost, detail, isBooked } of rows) {
          if (recompute({ detail }) !== cost) wrong.push({ requestId, ordinal, reason: 'figures' })
          else if (Number(isBooked) !== 1) wrong.push({ requestId, ordinal, reason: 'line' })
        }
        const last = rows.at(-1)
        if (last === undefined) break
        after = last
        await yieldToRequests()
      }
      return wrong.slice(0, MAX_WRONG)
    },
  }
}
