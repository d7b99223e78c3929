import { expect, it } from 'bun:test'
import { sql } from 'kysely'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'
import type { Database } from '../database.ts'
import { describeStore } from '../testing/store-harness.ts'

/** Transactions that stay open, as many at once as may be. */
const openReaders = async ({ kysely }: Database, count: number) => {
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const { promise: areMany, resolve: tell } = Promise.withResolvers<void>()
  const state = { begun: 0 }
  const readers = Array.from({ length: count }, () =>
    kysely.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      state.begun += 1
      if (state.begun === 8) tell()
      await end
    }),
  )
  await areMany
  return {
    state,
    close: async (): Promise<void> => {
      finish()
      await Promise.all(readers)
    },
  }
}

describeStore('connections to a server', (harness) => {
  it.if(harness.name !== 'SQLite')('are left for holds and settlements, however many read', async () => {
    await harness.raw(async (database) => {
      const { state, close } = await openReaders(database, 30)
      const links = await Promise.all([database.engine.open(), database.engine.open()])
      expect((await links[1].query('select 7 as seven', [])).rows).toEqual([{ seven: 7 }])
      expect(state.begun).toBe(8)
      for (const link of links) link.release()
      await close()
      expect(state.begun).toBe(30)
    })
  })

  it.if(harness.name === 'PostgreSQL')('are waited for no longer than five seconds', async () => {
    await harness.raw(async (database) => {
      const { close } = await openReaders(database, 8)
      const outcome = await outcomeOf(sql`select 1`.execute(database.kysely))
      expect(outcome).toThrow('all 8 connections to the database were taken for 5 s')
      await close()
      expect((await sql`select 7 as seven`.execute(database.kysely)).rows).toEqual([{ seven: 7 }])
    })
  })
})
