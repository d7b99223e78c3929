import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { replacedKeys } from './0013-replaced-keys.ts'
import { rootKeys } from './0016-root-keys.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const FIELDS = { name: 'token', expiredTime: -1, remainQuota: 700, isUnlimited: false, models: 'm', subnet: '' }

describeStore('tokens from before their keys could be replaced', (harness) => {
  it('keep their keys, and each can be replaced with and without a grace period', async () => {
    const database = await harness.fresh()
    const old = await harness.open(database)
    const owner = await harness.user(0, old)
    const kept = await old.tokens.create(owner, 'keptkey', FIELDS)
    const graced = await old.tokens.create(owner, 'gracedkey', FIELDS)
    const ended = await old.tokens.create(owner, 'endedkey', FIELDS)
    await harness.raw(async ({ kysely, engine }) => {
      await engine.dropIndex(kysely, { name: 'tokens_old_key_hmac', table: 'tokens' })
      for (const column of ['old_key_hmac', 'old_key_until', 'old_key_cipher'])
        await kysely.schema.alterTable('tokens').dropColumn(column).execute()
      await kysely.schema.alterTable('nodes').dropColumn('key_state').execute()
      await kysely.schema.dropTable('root_keys').execute()
      await kysely.deleteFrom('migrations').where('name', 'in', [replacedKeys.name, rootKeys.name]).execute()
    }, database)

    const store = await harness.open(database, { nodeId: 'node-2' })
    const tokens = await store.tokens.list(owner, { offset: 0, limit: 9 })
    expect(tokens.map(({ key, remain_quota }) => [key, remain_quota])).toEqual([
      ['endedkey', 700],
      ['gracedkey', 700],
      ['keptkey', 700],
    ])
    await store.tokens.replaceKey(owner, graced.id, { key: 'gracednew', graceSeconds: 3600 })
    await store.tokens.replaceKey(owner, ended.id, { key: 'endednew', graceSeconds: 0 })
    const found = async (key: string) => (await store.identities.find(key))?.tokenId
    expect([await found('keptkey'), await found('gracedkey'), await found('gracednew')]).toEqual([kept.id, graced.id, graced.id])
    expect([await found('endedkey'), await found('endednew')]).toEqual([undefined, ended.id])
    const stored = await harness.raw(
      ({ kysely }) => kysely.selectFrom('tokens').select(['old_key_hmac', 'old_key_until']).orderBy('id').execute(),
      database,
    )
    expect(stored.map(({ old_key_until }) => old_key_until)).toEqual([null, harness.nowSeconds + 3600, null])
    expect(stored.map(({ old_key_hmac }) => old_key_hmac === null)).toEqual([true, false, true])
  })

  it('share no old key: two of the same would make it unclear whose it is', async () => {
    const database = await harness.fresh()
    const store = await harness.open(database)
    const owner = await harness.user(0, store)
    for (const key of ['one', 'two']) await store.tokens.create(owner, key, FIELDS)
    const same = harness.raw(
      ({ kysely }) => kysely.updateTable('tokens').set({ old_key_hmac: 'same', old_key_until: 1 }).execute(),
      database,
    )
    expect(await outcomeOf(same)).toThrow()
  })

  it('survive the migration twice, as after a crash in the middle of it', async () => {
    const database = await harness.fresh()
    await harness.open(database)
    await harness.raw(async ({ kysely, engine }) => {
      await engine.dropIndex(kysely, { name: 'tokens_old_key_hmac', table: 'tokens' })
      await kysely.schema.alterTable('tokens').dropColumn('old_key_until').execute()
      await replacedKeys.up({ db: kysely, engine })
      await replacedKeys.up({ db: kysely, engine })
      await rootKeys.up({ db: kysely, engine })
    }, database)
    const again = await harness.open(database, { nodeId: 'node-2' })
    const owner = await harness.user(0, again)
    await again.tokens.create(owner, 'key', FIELDS)
    expect((await again.identities.find('key'))?.userId).toBe(owner)
  })
})
