import { expect, it } from 'bun:test'
import { sql } from 'kysely'
import { describeStore } from '../testing/store-harness.ts'

describeStore('rollups by user and token', (harness) => {
  it.if(harness.name === 'PostgreSQL')('are told to the planner as pairs', async () => {
    const { rows } = await harness.raw(({ kysely }) =>
      sql<{ readonly definition: string }>`
        select pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext where stxname = 'log_slot_names'`.execute(kysely),
    )
    expect(rows).toEqual([{ definition: expect.stringContaining('log_slot_names (ndistinct) ON subject, token_name FROM log_slot_sums') }])
  })
})
