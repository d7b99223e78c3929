import type { Schema } from '@weir/store/schema'
import { sql, type Kysely } from 'kysely'
import { ID_BATCH, requestStampAt, rowAt, ROWS, SPAN_SECONDS, START } from './rows.ts'

/** Rows are made here once and multiplied by the database: ten million would take this process longer than anything that is measured. */
const SAMPLES = 20_000
const SAMPLES_AT_ONCE = 1000
const BATCHES_PER_COMMIT = 40

export const fill = async (kysely: Kysely<Schema>): Promise<void> => {
  await sql`create table bench_rows as select * from logs where id < 0`.execute(kysely)
  const samples = sql.table('bench_rows')
  for (let at = 0; at < SAMPLES; at += SAMPLES_AT_ONCE) {
    const rows = Array.from({ length: SAMPLES_AT_ONCE }, (_, offset) => ({ id: at + offset, ...rowAt(at + offset) }))
    const columns = Object.keys(rows[0] ?? {})
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    await sql`insert into ${samples} (${sql.raw(columns.join(', '))}) values ${sql.join(values)}`.execute(kysely)
  }
  await sql`create index bench_rows_id on ${samples} (id)`.execute(kysely)
  const kept = Object.keys(rowAt(0)).filter((column) => column !== 'created_at' && column !== 'request_id')
  const columns = sql.raw(kept.join(', '))
  for (let at = 0; at < ROWS;) {
    await kysely.transaction().execute(async (transaction) => {
      for (let batch = 0; batch < BATCHES_PER_COMMIT && at < ROWS; batch++, at += ID_BATCH) {
        const first = at % SAMPLES
        const index = sql.raw(`(${at - first} + id)`)
        await sql`insert into logs (created_at, request_id, ${columns})
          select ${sql.lit(START)} + floor(${index} * ${sql.raw((SPAN_SECONDS / ROWS).toFixed(9))}),
            concat('${sql.raw(requestStampAt(at))}', ${index}), ${columns}
          from ${samples} where id >= ${first} and id < ${first + Math.min(ID_BATCH, ROWS - at)} order by id`.execute(transaction)
      }
    })
  }
  await sql`drop table bench_rows`.execute(kysely)
}
