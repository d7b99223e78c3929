import { LogType } from '@weir/contract/log'
import { addClamped, type Engine, type Step, type Value } from '../dialect/engine.ts'
import { padded, placeholders } from '../padded.ts'

/** What is written of a row: one value for each column, and what is the same in every row. */
interface Shape {
  readonly columns: readonly string[]
  readonly fixed: Readonly<Record<string, string>>
}

const SHAPES = {
  reservations: {
    columns: ['request_id', 'user_id', 'token_id', 'is_token_limited', 'amount', 'node_id', 'created_at', 'budget_shares', 'lease_version'],
    fixed: {},
  },
  ledger_entries: {
    columns: ['user_id', 'token_id', 'channel_id', 'amount', 'request_id', 'created_at'],
    fixed: { kind: "'consume'", note: "''" },
  },
  logs: {
    columns: [
      'user_id',
      'created_at',
      'content',
      'username',
      'token_name',
      'model_name',
      'quota',
      'prompt_tokens',
      'completion_tokens',
      'channel_id',
      'request_id',
      'elapsed_time',
      'is_stream',
      'system_prompt_reset',
      'outcome',
      'attempts',
      'detail',
      'cost',
      'group_name',
    ],
    fixed: { type: String(LogType.consume) },
  },
} as const satisfies Record<string, Shape>

export type MeteringTable = keyof typeof SHAPES

/** Where each text is compiled once and kept: few lengths, none so long that compiling it is felt. */
const MAX_KEPT_ROWS = 32

export interface ReservationRow {
  readonly request_id: string
  readonly user_id: number
  readonly token_id: number
  readonly is_token_limited: boolean
  readonly amount: number
  readonly progress_cost: number | null
  readonly progress_record: string | null
  readonly budget_shares: string | null
  readonly lease_version: number | null
}

/** The statements of the metering path, written once as text: building them for every request would cost more than running them. */
export interface Statements {
  readonly takeFromUser: string
  readonly quotaOfUser: string
  readonly quotaOfToken: string
  readonly giveToUser: string
  readonly settleUser: string
  readonly takeFromToken: string
  readonly giveToToken: string
  readonly settleToken: string
  readonly settleChannel: string
  readonly writeCheckpoint: string
  /** Its rows are `ReservationRow`s. */
  findReservations(requestIds: readonly string[]): Step
  /** `stillLimited`: only those that count against their token; its owner may have changed that in between. */
  deleteReservations(requestIds: readonly string[], stillLimited?: boolean): Step
  /** `values`: those of the first row in the order of the columns, then those of the next. */
  insert(table: MeteringTable, values: readonly Value[]): readonly Step[]
}

/** How many rows the next INSERT takes where texts are kept: the largest power of two, so that six texts serve every batch. */
const keptRows = (left: number): number => {
  let rows = MAX_KEPT_ROWS
  while (rows > left) rows /= 2
  return rows
}

export const createStatements = (engine: Engine): Statements => {
  const native = new Map<string, string>()
  const cached = (name: string, build: () => string): string => {
    const known = native.get(name)
    if (known !== undefined) return known
    const text = engine.toPrepared(build())
    native.set(name, text)
    return text
  }
  const { supportsForUpdate, keepsStatements } = engine.capabilities
  const lockSuffix = supportsForUpdate ? ' order by request_id for update' : ''

  const added = (column: string): string => `${column} = ${addClamped(engine, column, '?')}`

  const insertion = (table: MeteringTable, rowCount: number): string => {
    const { columns, fixed }: Shape = SHAPES[table]
    const tuple = [placeholders(columns.length), ...Object.values(fixed)].join(', ')
    const tuples = Array.from({ length: rowCount }, () => `(${tuple})`).join(', ')
    return `insert into ${table} (${[...columns, ...Object.keys(fixed)].join(', ')}) values ${tuples}`
  }
  /** By the number of rows: a commit asks for several of them, and a name for each would have to be built. */
  const insertions: Readonly<Record<MeteringTable, Map<number, string>>> = {
    reservations: new Map(),
    ledger_entries: new Map(),
    logs: new Map(),
  }
  const insertText = (table: MeteringTable, rowCount: number): string => {
    const known = insertions[table].get(rowCount)
    if (known !== undefined) return known
    const text = engine.toPrepared(insertion(table, rowCount))
    insertions[table].set(rowCount, text)
    return text
  }

  return {
    takeFromUser: engine.toPrepared('update users set quota = quota - ? where id = ? and status = 1 and quota >= ?'),
    // As it is taken: who is switched off has nothing to spend.
    quotaOfUser: engine.toPrepared('select quota from users where id = ? and status = 1'),
    quotaOfToken: engine.toPrepared('select remain_quota as quota from tokens where id = ?'),
    giveToUser: engine.toPrepared(`update users set ${added('quota')} where id = ?`),
    settleUser: engine.toPrepared(`update users set ${added('quota')}, ${added('used_quota')}, ${added('request_count')} where id = ?`),
    takeFromToken: engine.toPrepared('update tokens set remain_quota = remain_quota - ? where id = ? and remain_quota >= ?'),
    giveToToken: engine.toPrepared(`update tokens set ${added('remain_quota')} where id = ?`),
    settleToken: engine.toPrepared(`update tokens set ${added('remain_quota')}, ${added('used_quota')}, accessed_time = ? where id = ?`),
    settleChannel: engine.toPrepared(`update channels set ${added('used_quota')} where id = ?`),
    writeCheckpoint: engine.toPrepared('update reservations set progress_cost = ?, progress_record = ? where request_id = ?'),
    findReservations(requestIds) {
      const ids = padded(requestIds)
      const sql = cached(
        `find ${ids.length}`,
        () =>
          `select request_id, user_id, token_id, is_token_limited, amount, progress_cost, progress_record, budget_shares, lease_version from reservations where request_id in (${placeholders(ids.length)})${lockSuffix}`,
      )
      return { sql, params: ids }
    },
    deleteReservations(requestIds, stillLimited = false) {
      const ids = padded(requestIds)
      const condition = stillLimited ? ' and is_token_limited' : ''
      const sql = cached(
        `delete ${ids.length}${condition}`,
        () => `delete from reservations where request_id in (${placeholders(ids.length)})${condition}`,
      )
      return { sql, params: ids }
    },
    insert(table, values) {
      const steps: Step[] = []
      const width = SHAPES[table].columns.length
      for (let at = 0; at < values.length;) {
        const left = (values.length - at) / width
        const rows = keepsStatements ? keptRows(left) : left
        const end = at + rows * width
        steps.push({ sql: insertText(table, rows), params: rows === left && at === 0 ? values : values.slice(at, end) })
        at = end
      }
      return steps
    },
  }
}
