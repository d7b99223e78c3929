import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { first } from './0001-first.ts'
import { lighterCharges } from './0010-lighter-charges.ts'

const entry = { user_id: 1, token_id: 0, channel_id: 0, created_at: 1000, note: '' }

describeStore('a ledger that kept every charge in order', (harness) => {
  it('keeps its lines and their numbers, and still books a credit once', async () => {
    const database = await harness.fresh()
    await harness.open(database)
    await harness.raw(async ({ kysely, engine }) => {
      await kysely.schema.dropTable('ledger_entries').execute()
      await first.up({ db: kysely, engine })
      const lines = [
        { ...entry, kind: 'grant', amount: 100, request_id: null },
        { ...entry, kind: 'grant', amount: 100, request_id: null },
        { ...entry, kind: 'top-up', amount: 7, request_id: 'one' },
        { ...entry, kind: 'consume', amount: -3, request_id: 'one' },
      ]
      for (const line of lines) await kysely.insertInto('ledger_entries').values(line).execute()
      await kysely.deleteFrom('migrations').where('name', '=', lighterCharges.name).execute()
    }, database)
    const store = await harness.open(database)
    const userId = await harness.user(50, store)
    const topUp = { userId, amount: 5, kind: 'top-up' as const, note: '' }
    expect(await store.ledgerMaintenance.grant({ ...topUp, requestId: 'one' })).toBe('duplicate')
    expect(await store.ledgerMaintenance.grant({ ...topUp, requestId: 'two' })).toBe('booked')
    const lines = await harness.raw(
      ({ kysely }) => kysely.selectFrom('ledger_entries').select(['id', 'amount', 'request_id']).orderBy('id').execute(),
      database,
    )
    expect(lines.slice(0, 4).map(({ id, amount }) => [id, amount])).toEqual([
      [1, 100],
      [2, 100],
      [3, 7],
      [4, -3],
    ])
    expect(lines.at(-1)).toMatchObject({ amount: 5, request_id: 'two' })
    expect(await store.ledgerMaintenance.doubleCharges()).toEqual([])
  })

  // MySQL has no index on a part of the rows, and refuses the second line by itself.
  if (harness.name !== 'MySQL') {
    it('tells of a request that was charged twice', async () => {
      const database = await harness.fresh()
      const store = await harness.open(database)
      const charge = { ...entry, kind: 'consume', amount: -3 }
      const charged = ['once', 'twice', 'twice'].map((request_id) => ({ ...charge, request_id }))
      await harness.raw(({ kysely }) => kysely.insertInto('ledger_entries').values(charged).execute(), database)
      expect(await store.ledgerMaintenance.doubleCharges()).toEqual(['twice'])
    })
  }
})
