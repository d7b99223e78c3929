import { LogType } from '@weir/contract/log'
import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely'
import { breathe } from '../breathe.ts'
import type { StoreContext } from '../context.ts'
import type { Engine, Value } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import type { SumKind } from './kinds.ts'
import { bucketOf } from './latency.ts'

export const KEYS = ['kind', 'grain', 'subject_id', 'subject', 'start_at', 'model_name', 'channel_id', 'bucket'] as const
export const FIGURES = ['requests', 'failures', 'quota', 'prompt_tokens', 'completion_tokens'] as const

/** Rows of the log behind one writing of sums: the more, the fewer sums are written for each. */
const MAX_ROWS = 8000
/** Sums in one transaction: requests wait for its end. */
const MAX_SUMS = 500
/** Where the database is embedded, requests wait while a slice is read: a few milliseconds. */
const EMBEDDED_SLICE = 400
const MAX_INSERT_ROWS = 64

type Sum = Record<(typeof KEYS)[number], string | number> & Record<(typeof FIGURES)[number], number>

export interface Gathered {
  readonly sums: readonly Sum[]
  /** The last row of the log that was looked at. */
  readonly through: number
  /** Rows of consumption in them. */
  readonly rows: number
}

export const columnsOf = (kind: SumKind, grain: number): Readonly<Record<(typeof KEYS)[number], RawBuilder<unknown>>> => ({
  kind: sql.lit(kind.code),
  grain: sql.lit(grain),
  subject_id: kind.subjectId === undefined ? sql.lit(0) : sql.ref(kind.subjectId),
  subject: kind.subject === undefined ? sql.lit('') : sql.ref(kind.subject),
  start_at: sql`created_at - created_at % ${sql.lit(grain)}`,
  model_name: kind.parts.includes('model_name') ? sql.ref('model_name') : sql.lit(''),
  channel_id: kind.parts.includes('channel_id') ? sql.ref('channel_id') : sql.lit(0),
  bucket: kind.parts.includes('bucket') ? bucketOf : sql.lit(0),
})

export const groupsOf = (kind: SumKind, columns: ReturnType<typeof columnsOf>): readonly RawBuilder<unknown>[] => [
  columns.start_at,
  ...(kind.subjectId === undefined ? [] : [columns.subject_id]),
  ...(kind.subject === undefined ? [] : [columns.subject]),
  ...kind.parts.map((part) => columns[part]),
]

/** What is summed up of rows that are told apart by `columns`. */
export const figuresOf = (times: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${times}count(*) as requests, ${times}sum(case when outcome = 'failed' then 1 else 0 end) as failures, ${times}sum(quota) as quota,
    ${times}sum(prompt_tokens) as prompt_tokens, ${times}sum(completion_tokens) as completion_tokens`

const summedUp = async (
  db: Kysely<Schema>,
  kind: SumKind,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<readonly Sum[]> => {
  const columns = columnsOf(kind, Math.min(...kind.grains))
  const keys = sql.join(KEYS.map((key) => sql`${columns[key]} as ${sql.ref(key)}`))
  const { rows } = await sql<Sum>`select ${keys}, ${figuresOf(sql``)}
    from logs where type = ${sql.lit(LogType.consume)} and id > ${after} and id <= ${through}
    group by ${sql.join(groupsOf(kind, columns))}`.execute(db)
  return rows
}

const addTo = (sums: Map<string, Sum>, found: Sum): void => {
  const key = KEYS.map((name) => found[name]).join('\0')
  const known = sums.get(key)
  for (const figure of FIGURES) found[figure] = Number(found[figure]) + (known?.[figure] ?? 0)
  sums.set(key, found)
}

/** Sums up what follows a row, slice by slice, without holding anything. Whoever writes the sums checks that the rows are still the same. */
export const gatherSums = async (
  { kysely, engine }: Pick<StoreContext, 'kysely' | 'engine'>,
  kind: SumKind,
  { after, settledId }: { readonly after: number; readonly settledId: number },
): Promise<Gathered> => {
  const { isEmbedded } = engine.capabilities
  const last = Math.min(settledId, after + MAX_ROWS)
  const sums = new Map<string, Sum>()
  let [through, rows] = [after, 0]
  while (through < last && sums.size < MAX_SUMS) {
    const startedAt = performance.now()
    const to = Math.min(last, through + (isEmbedded ? EMBEDDED_SLICE : MAX_ROWS))
    for (const found of await summedUp(kysely, kind, { after: through, through: to })) {
      rows += Number(found.requests)
      const start = Number(found.start_at)
      for (const grain of kind.grains) addTo(sums, { ...found, grain, start_at: start - (start % grain) })
    }
    through = to
    await breathe(isEmbedded ? performance.now() - startedAt : 0)
  }
  return { sums: [...sums.values()], through, rows }
}

/** Written as text: to build statements of so many values would cost more than to run them. Powers of two, so that there are few texts. */
export const writeSums = async (db: Kysely<Schema>, engine: Engine, sums: readonly Sum[]): Promise<void> => {
  const columns = [...KEYS, ...FIGURES]
  const suffix = engine.addToExisting({ table: 'log_sums', keys: KEYS, sums: FIGURES })
  const tuple = `(${columns.map(() => '?').join(', ')})`
  for (let at = 0; at < sums.length;) {
    const size = Math.min(MAX_INSERT_ROWS, 2 ** Math.floor(Math.log2(sums.length - at)))
    const values: Value[] = sums.slice(at, at + size).flatMap((sum) => columns.map((column) => sum[column]))
    const tuples = Array.from({ length: size }, () => tuple).join(', ')
    const text = `insert into log_sums (${columns.join(', ')}) values ${tuples} ${suffix}`
    await db.executeQuery(CompiledQuery.raw(engine.toNative(text), values))
    at += size
  }
}
