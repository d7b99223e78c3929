import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import { keptRetries } from './0018-kept-retries.ts'

describeStore('the number of retries', (harness) => {
  /** A database as the version before left it. */
  const upgrade = async ({ hasUser, saved }: { readonly hasUser: boolean; readonly saved?: string }) => {
    const database = await harness.fresh()
    const old = await harness.open(database)
    if (hasUser) await old.users.create({ passwordHash: '', displayName: '', username: 'chief', role: 100 })
    await harness.raw(async ({ kysely }) => {
      if (saved !== undefined) await kysely.insertInto('options').values({ name: 'RetryTimes', value: saved, is_sealed: false }).execute()
      await kysely.deleteFrom('migrations').where('name', '=', keptRetries.name).execute()
    }, database)
    const store = await harness.open(database)
    return (await store.options.all()).find(({ name }) => name === 'RetryTimes')?.value
  }

  it('stays none where an installation has never said one, and what it said where it has', async () => {
    expect(await upgrade({ hasUser: true })).toBe('0')
    expect(await upgrade({ hasUser: true, saved: '5' })).toBe('5')
  })

  it('is left to the default in a new installation', async () => {
    expect(await upgrade({ hasUser: false })).toBeUndefined()
  })
})
