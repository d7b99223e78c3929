import { expect, it } from 'bun:test'
import { deleteEmptyRollups } from './log-index/rollups/subtract-rows.ts'
import { createLedgerMaintenance } from './metering/ledger-maintenance.ts'
import { createLedger } from './metering/ledger.ts'
import { createChannels } from './repositories/channels.ts'
import { createOptions } from './repositories/options.ts'
import { createTokens } from './repositories/tokens.ts'
import { createUsers } from './repositories/users.ts'
import { describeStore } from './testing/store-harness.ts'
import { openUnreliable, type UnreliableContext } from './testing/unreliable-context.ts'

describeStore('a change that loses a deadlock', (harness) => {
  const afterConflicts = async <T>(work: (store: UnreliableContext['context']) => Promise<T>): Promise<T> => {
    const { context, faults, close } = openUnreliable(harness, 'node-2')
    faults.conflicts = 3
    try {
      const result = await work(context)
      expect(faults.conflicts).toBe(0)
      return result
    } finally {
      await close()
    }
  }

  it('sets the limit of a token', async () => {
    const userId = await harness.user(100)
    const { id } = await harness.token(userId, { remainQuota: 10, isUnlimited: false })
    const fields = { name: 'renamed', expiredTime: -1, remainQuota: 70, isUnlimited: false, models: '', subnet: '' }
    expect(await afterConflicts((context) => createTokens(context).update(userId, id, fields))).toMatchObject({
      name: 'renamed',
      remain_quota: 70,
    })
  })

  it('books a credit once', async () => {
    const userId = await harness.user(100)
    const credit = { userId, amount: 30, kind: 'grant', note: '' } as const
    expect(await afterConflicts((context) => createLedgerMaintenance(context, createLedger(context)).grant(credit))).toBe('booked')
    expect((await harness.balance(userId)).quota).toBe(130)
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })

  it('creates a user with its first credit', async () => {
    const user = { username: crypto.randomUUID(), passwordHash: 'hash', displayName: 'New', role: 1, startQuota: 40 }
    const userId = await afterConflicts((context) => createUsers(context).create(user))
    expect((await harness.balance(userId)).quota).toBe(40)
  })

  it('saves and removes an option', async () => {
    const option = { name: 'Notice', value: 'saved', isSecret: false }
    await afterConflicts((context) => createOptions(context).set([option], { id: 1, role: 100 }))
    expect((await harness.store.options.all()).find(({ name }) => name === 'Notice')?.value).toBe('saved')
    expect(await afterConflicts((context) => createOptions(context).delete('Notice'))).toBe(true)
    expect((await harness.store.options.all()).find(({ name }) => name === 'Notice')).toBeUndefined()
  })

  it('of one statement runs it again', async () => {
    const userId = await harness.user()
    await afterConflicts(({ kysely }) => kysely.updateTable('users').set({ display_name: 'Renamed' }).where('id', '=', userId).execute())
    expect((await harness.store.users.findById(userId))?.user.display_name).toBe('Renamed')
  })

  it('deletes what is left of hours and days without rows', async () => {
    await harness.raw(({ kysely }) =>
      kysely
        .insertInto('log_sums')
        .values({
          kind: 1,
          grain: 3600,
          subject_id: 0,
          subject: 'emptied',
          start_at: 7200,
          model_name: '',
          channel_id: 0,
          bucket: 0,
          requests: 0,
          failures: 0,
          quota: 0,
          prompt_tokens: 0,
          completion_tokens: 0,
          cost: 0,
          costed_quota: 0,
        })
        .execute(),
    )
    await afterConflicts(({ kysely }) => deleteEmptyRollups(kysely, 10_800))
    expect(
      await harness.raw(({ kysely }) => kysely.selectFrom('log_sums').select('kind').where('subject', '=', 'emptied').execute()),
    ).toEqual([])
  })

  it('deletes a channel', async () => {
    const fields = { type: 1, name: 'c', weight: 0, priority: 0, baseUrl: '', other: '', models: 'm', group: 'g' }
    const [id = 0] = await harness.store.channels.createMany([{ ...fields, modelMapping: '', config: '', systemPrompt: '', key: 'k' }])
    expect(await afterConflicts((context) => createChannels(context).delete(id))).toBe(true)
    expect(await harness.store.channels.get(id)).toBeUndefined()
  })
})
