import { LogType } from '@weir/contract/log'
import { UserStatus } from '@weir/contract/user'
import { IMPORTED_DETAIL } from '@weir/relay/charging/charge-detail'
import type { StoreContext } from '../context.ts'
import { padded } from '../padded.ts'
import { yieldToRequests } from '../yield-to-requests.ts'

/** Of ids of the ledger, so that one statement takes a few milliseconds however few of them match. */
const LINES_AT_ONCE = 20_000
const ROWS_AT_ONCE = 256

export interface ChargedQuery {
  /** Epoch seconds; the end does not belong to it. */
  readonly start: number
  readonly end: number
  readonly models: readonly string[]
}

/** A log row and what its request was charged, corrections included. */
export interface ChargedRow {
  readonly requestId: string
  readonly userId: number
  /** 0 where the token cannot be told. */
  readonly tokenId: number
  readonly channelId: number
  readonly model: string
  readonly charged: number
  readonly detail: string
  /** What a deleted account had is forfeited, and what it owes nobody pays: its charges are not corrected. */
  readonly isOwnerDeleted: boolean
}

export interface ChargedRows {
  readonly rows: readonly ChargedRow[]
  /** Charges whose request has no row in the log, whatever their model was. */
  readonly unlogged: number
}

type Source = Pick<StoreContext, 'kysely' | 'logDatabase'>

/** Rows that wait to be moved are read first: one that is moved meanwhile is met twice, and never missed. */
const databasesOf = ({ kysely, logDatabase }: Source): readonly StoreContext['kysely'][] =>
  logDatabase === undefined ? [kysely] : [kysely, logDatabase.kysely]

interface Line {
  readonly request_id: string | null
  readonly token_id: number
  readonly amount: number
  readonly created_at: number
}

const COLUMNS = ['id', 'request_id', 'user_id', 'token_name', 'channel_id', 'model_name', 'quota', 'detail', 'created_at'] as const

/** What requests have come to by corrections; those that have none are not among them. */
export const readCorrected = async ({ kysely }: Source, requestIds: readonly string[]) => {
  if (requestIds.length === 0) return new Map<string, { readonly ordinal: number; readonly charged: number }>()
  const found = await kysely
    .selectFrom('corrections')
    .select(['request_id', 'ordinal', 'charged_after'])
    .where('request_id', 'in', [...padded(requestIds)])
    .orderBy('ordinal')
    .execute()
  return new Map(found.map((row) => [row.request_id, { ordinal: row.ordinal, charged: row.charged_after }] as const))
}

const groups = function* <T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += ROWS_AT_ONCE) yield list.slice(at, at + ROWS_AT_ONCE)
}

const logsIn = (kysely: StoreContext['kysely'], { models }: ChargedQuery) =>
  kysely.selectFrom('logs').select(COLUMNS).where('type', '=', LogType.consume).where('model_name', 'in', models)

type LogRow = Awaited<ReturnType<ReturnType<typeof logsIn>['execute']>>[number]

const deletedAmong = async ({ kysely }: Source, userIds: readonly number[]): Promise<ReadonlySet<number>> => {
  if (userIds.length === 0) return new Set()
  const owners = [...padded([...new Set(userIds)])]
  const found = await kysely.selectFrom('users').select('id').where('id', 'in', owners).where('status', '=', UserStatus.deleted).execute()
  return new Set(found.map(({ id }) => id))
}

const toCharged = async (source: Source, rows: readonly (LogRow & { readonly tokenId: number })[]): Promise<readonly ChargedRow[]> => {
  const corrected = await readCorrected(
    source,
    rows.map((row) => row.request_id),
  )
  const deleted = await deletedAmong(
    source,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({
    requestId: row.request_id,
    userId: row.user_id,
    tokenId: row.tokenId,
    channelId: row.channel_id,
    model: row.model_name,
    charged: corrected.get(row.request_id)?.charged ?? row.quota,
    detail: row.detail,
    isOwnerDeleted: deleted.has(row.user_id),
  }))
}

/** A charge and its log row bear the same time, by which the log has an index; the ledger has none, and keeps the token. */
const rowsOfLines = async (source: Source, query: ChargedQuery, lines: readonly Line[]): Promise<ChargedRows> => {
  const byRequest = new Map(lines.flatMap((line) => (line.request_id === null ? [] : [[line.request_id, line] as const])))
  const times = [...new Set(lines.map((line) => line.created_at))]
  const all = new Map<number, LogRow>()
  for (const kysely of databasesOf(source)) {
    const rows = await kysely
      .selectFrom('logs')
      .select(COLUMNS)
      .where('type', '=', LogType.consume)
      .where('created_at', 'in', [...padded(times)])
      .execute()
    for (const row of rows) all.set(row.id, row)
  }
  const found = [...all.values()].filter((row) => byRequest.has(row.request_id))
  const wanted = found.filter((row) => query.models.includes(row.model_name))
  return {
    rows: await toCharged(
      source,
      wanted.map((row) => ({ ...row, tokenId: byRequest.get(row.request_id)?.token_id ?? 0 })),
    ),
    unlogged: byRequest.size - new Set(found.map((row) => row.request_id)).size,
  }
}

const readLines = async function* ({ kysely }: Source, { start, end }: ChargedQuery): AsyncGenerator<readonly Line[]> {
  const last = await kysely.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  for (let after = 0; after < (last?.id ?? 0); after += LINES_AT_ONCE) {
    yield await kysely
      .selectFrom('ledger_entries')
      .select(['request_id', 'token_id', 'amount', 'created_at'])
      .where('id', '>', after)
      .where('id', '<=', after + LINES_AT_ONCE)
      .where('kind', '=', 'consume')
      .where('created_at', '>=', start)
      .where('created_at', '<', end)
      .execute()
    await yieldToRequests()
  }
}

/** What was free or imported has no line in the ledger. Its token is known by its name alone, and only where the user has one of that name. */
const withToken = async ({ kysely }: Source, rows: readonly LogRow[]) => {
  const owners = [...new Set(rows.map((row) => row.user_id))]
  const tokens = await kysely.selectFrom('tokens').select(['id', 'user_id', 'name']).where('user_id', 'in', owners).execute()
  const byName = Map.groupBy(tokens, (token) => `${token.user_id} ${token.name}`)
  return rows.map((row) => {
    const [token, ...others] = byName.get(`${row.user_id} ${row.token_name}`) ?? []
    return { ...row, tokenId: token === undefined || others.length > 0 ? 0 : token.id }
  })
}

const rowsWithoutLines = async function* (kysely: StoreContext['kysely'], query: ChargedQuery): AsyncGenerator<readonly LogRow[]> {
  for (let [time, id] = [query.start, 0]; ;) {
    const rows = await logsIn(kysely, query)
      .where((eb) => eb.or([eb('quota', '=', 0), eb('detail', '=', IMPORTED_DETAIL)]))
      .where('created_at', '>=', time)
      .where('created_at', '<', query.end)
      .where((eb) => eb.or([eb('created_at', '>', time), eb('id', '>', id)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    ;[time, id] = [last.created_at, last.id]
    await yieldToRequests()
  }
}

const readWithoutLines = async function* (source: Source, query: ChargedQuery): AsyncGenerator<readonly ChargedRow[]> {
  const seen = new Set<number>()
  for (const kysely of databasesOf(source)) {
    for await (const rows of rowsWithoutLines(kysely, query)) {
      const fresh = rows.filter(({ id }) => !seen.has(id))
      // Where there is a second database to read, and while it is the first: without one the set would hold the whole log.
      if (source.logDatabase !== undefined && kysely === source.kysely) for (const { id } of fresh) seen.add(id)
      if (fresh.length > 0) yield await toCharged(source, await withToken(source, fresh))
    }
  }
}

/** Everything that was charged for these models, in pieces, so that requests are served meanwhile. */
export const readChargedRows = async function* (source: Source, query: ChargedQuery): AsyncGenerator<ChargedRows> {
  if (query.models.length === 0) return
  for await (const lines of readLines(source, query)) {
    for (const group of groups(lines)) {
      yield await rowsOfLines(source, query, group)
      await yieldToRequests()
    }
  }
  for await (const rows of readWithoutLines(source, query)) yield { rows, unlogged: 0 }
}
