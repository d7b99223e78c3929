import { LogType, MOST_ATTEMPTS } from '@weir/contract/log'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Engine } from '../../dialect/engine.ts'
import type { Schema } from '../../schema.ts'
import { fault } from '../conditions.ts'
import { COLUMNS } from './kind-rollups.ts'
import { ALL_KINDS, SLOT_KINDS, type RollupKind } from '../kinds.ts'
import { bucketOf } from '../latency.ts'
import { COSTED_QUOTA } from './rollup-query.ts'
import { watermarkOf, type Watermarks } from '../watermarks.ts'

/** Only groups were not kept in every row, and a fault is told by several columns. */
const subjectColumn = (subject: NonNullable<RollupKind['subject']>): RawBuilder<unknown> => {
  if (subject === 'fault') return fault
  return subject === 'group_name' ? sql`coalesce(group_name, '')` : sql.ref(subject)
}

/** As the rollups were made: no more attempts are told apart than a filter asks for. */
const subjectIdColumn = (subjectId: NonNullable<RollupKind['subjectId']>): RawBuilder<unknown> =>
  subjectId === 'attempts'
    ? sql`case when coalesce(attempts, 1) < ${sql.lit(MOST_ATTEMPTS)} then coalesce(attempts, 1) else ${sql.lit(MOST_ATTEMPTS)} end`
    : sql.ref(subjectId)

const columnsOf = (
  kind: RollupKind,
  grain: number,
): Readonly<Record<(typeof COLUMNS)['log_sums']['keys'][number], RawBuilder<unknown>>> => ({
  kind: sql.lit(kind.code),
  grain: sql.lit(grain),
  subject_id: kind.subjectId === undefined ? sql.lit(0) : subjectIdColumn(kind.subjectId),
  subject: kind.subject === undefined ? sql.lit('') : subjectColumn(kind.subject),
  start_at: sql`created_at - created_at % ${sql.lit(grain)}`,
  model_name: kind.parts.includes('model_name') ? sql.ref('model_name') : sql.lit(''),
  channel_id: kind.parts.includes('channel_id') ? sql.ref('channel_id') : sql.lit(0),
  bucket: kind.parts.includes('bucket') ? bucketOf : sql.lit(0),
  token_name: kind.parts.includes('token_name') ? sql.ref('token_name') : sql.lit(''),
})

const groupsOf = (kind: RollupKind, columns: ReturnType<typeof columnsOf>): readonly RawBuilder<unknown>[] => [
  columns.start_at,
  ...(kind.subjectId === undefined ? [] : [columns.subject_id]),
  ...(kind.subject === undefined ? [] : [columns.subject]),
  ...kind.parts.map((part) => columns[part]),
]

const subtract = async (
  db: Kysely<Schema>,
  engine: Engine,
  { kind, ids }: { readonly kind: RollupKind; readonly ids: readonly number[] },
): Promise<void> => {
  // Of a batch of rows no such sum passes 64 bits, and it has to be exact.
  const lessOf = (column: string) => sql.raw(engine.clamp(`-sum(${column})`))
  const { keys, figures } = COLUMNS[kind.table]
  const suffix = engine.addToExisting({ table: kind.table, keys, sums: figures })
  const less: Readonly<Record<(typeof figures)[number], RawBuilder<unknown>>> = {
    requests: sql`-count(*)`,
    failures: sql`-sum(case when outcome = 'failed' then 1 else 0 end)`,
    quota: lessOf('quota'),
    prompt_tokens: lessOf('prompt_tokens'),
    completion_tokens: lessOf('completion_tokens'),
    cost: lessOf('coalesce(cost, 0)'),
    costed_quota: lessOf(COSTED_QUOTA),
    elapsed_time: lessOf('elapsed_time'),
  }
  for (const grain of kind.grains) {
    const columns = columnsOf(kind, grain)
    await sql`insert into ${sql.table(kind.table)} (${sql.raw([...keys, ...figures].join(', '))})
      select ${sql.join([...keys.map((key) => columns[key]), ...figures.map((figure) => less[figure])])}
      from logs where type = ${sql.lit(LogType.consume)} and id in (${sql.join(ids)})
      group by ${sql.join(groupsOf(kind, columns))} ${sql.raw(suffix)}`.execute(db)
  }
}

/** Part of the transaction that deletes the rows; it must have locked all watermarks. */
export const subtractRows = async (
  db: Kysely<Schema>,
  engine: Engine,
  { ids, watermarks }: { readonly ids: readonly number[]; readonly watermarks: Watermarks },
): Promise<void> => {
  for (const kind of ALL_KINDS) {
    const watermark = watermarks.of(watermarkOf(kind))
    const rolledUp = ids.filter((id) => id <= watermark)
    if (rolledUp.length > 0) await subtract(db, engine, { kind, ids: rolledUp })
  }
}

/** What is left of hours and days whose rows are all deleted. By time first, they lie together; the others are looked for among all. */
export const deleteEmptyRollups = async (db: Kysely<Schema>, before: number): Promise<void> => {
  await db.deleteFrom('log_sums').where('start_at', '<', before).where('requests', '=', 0).execute()
  for (const { code, grains } of Object.values(SLOT_KINDS)) {
    for (const grain of grains) {
      const empty = db.deleteFrom('log_slot_sums').where('kind', '=', code).where('grain', '=', grain).where('start_at', '<', before)
      await empty.where('requests', '=', 0).execute()
    }
  }
}
