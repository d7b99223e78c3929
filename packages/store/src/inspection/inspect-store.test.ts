import { expect, it } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import { Role } from '@weir/contract/user'
import { parseDsn } from '../dsn.ts'
import { StoreMissing } from '../errors.ts'
import { TEST_ROOT_KEY } from '../testing/root-key.ts'
import { describeStore, type FreshDatabase, type StoreHarness } from '../testing/store-harness.ts'
import { inspectStore } from './inspect-store.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const OTHER_KEY = new Uint8Array(32).fill(8)

const inspect = (at: FreshDatabase, rootKeys: readonly Uint8Array[] = [TEST_ROOT_KEY]) =>
  inspectStore({ address: parseDsn(at.dsn, at.sqlitePath), rootKeys, clock: Date.now })

const addChannel = async ({ store }: StoreHarness, name: string, status: number): Promise<number> => {
  const texts = { other: '', models: 'gpt-4o', group: 'default', modelMapping: '', config: '', systemPrompt: '' }
  const [id = 0] = await store.channels.createMany([
    { type: 1, name, status, weight: 0, priority: 0, baseUrl: `https://${name}.example`, ...texts, key: `secret-${name}` },
  ])
  return id
}

describeStore('an inspection', (harness) => {
  it('tells the options without secrets and where enabled channels lead', async () => {
    const { options } = harness.store
    const id = await addChannel(harness, 'on', ChannelStatus.enabled)
    await addChannel(harness, 'off', ChannelStatus.disabled)
    await options.set(
      [
        { name: 'ServerAddress', value: 'https://gateway.example', isSecret: false },
        { name: 'SMTPToken', value: 'secret-token', isSecret: true },
      ],
      { id: 1, role: Role.root },
    )
    const found = await inspect(harness.database)
    expect(found.channels).toEqual([{ id, type: 1, baseUrl: 'https://on.example' }])
    expect([...found.options]).toEqual([['ServerAddress', 'https://gateway.example']])
  })

  it('tells whether the key is the one of the database', async () => {
    expect((await inspect(harness.database)).isRightKey).toBe(true)
    expect((await inspect(harness.database, [OTHER_KEY])).isRightKey).toBe(false)
    expect((await inspect(harness.database, [OTHER_KEY, TEST_ROOT_KEY])).isRightKey).toBe(true)
    expect((await inspect(harness.database, [])).isRightKey).toBeUndefined()
  })

  it('reads the clock of a database server, and none of an embedded database', async () => {
    const { clockAheadMs } = await inspect(harness.database)
    if (harness.name === 'SQLite') expect(clockAheadMs).toBeUndefined()
    else expect(Math.abs(clockAheadMs ?? Number.NaN)).toBeLessThan(30_000)
  })

  it('names migrations that are missing and those it does not know, and leaves both as they are', async () => {
    const other = await harness.fresh()
    await harness.open(other)
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('migrations').where('name', '=', '0020-budgets').execute()
      await kysely.insertInto('migrations').values({ name: '9999-later', applied_at: 1 }).execute()
    }, other)
    for (let time = 0; time < 2; time++) {
      expect(await inspect(other)).toMatchObject({ pending: ['0020-budgets'], unknown: ['9999-later'] })
    }
  })

  it('MG-07 names columns that somebody has removed or added by hand', async () => {
    expect((await inspect(harness.database)).drift).toEqual({ missing: [], foreign: [] })
    const other = await harness.fresh()
    await harness.open(other)
    await harness.raw(async ({ kysely }) => {
      await kysely.schema.alterTable('users').addColumn('nickname', 'integer').execute()
      await kysely.schema.alterTable('logs').renameColumn('is_stream', 'streams').execute()
      await kysely.schema.dropTable('log_filters').execute()
    }, other)
    const { drift } = await inspect(other)
    expect(drift.foreign).toEqual(['users.nickname', 'logs.streams'])
    expect(drift.missing).toContain('logs.is_stream')
    expect(drift.missing.filter((name) => name !== 'logs.is_stream').map((name) => name.split('.', 1)[0])).toContain('log_filters')
  })

  it('refuses an empty database and leaves it empty', async () => {
    const empty = await harness.fresh()
    await harness.raw(async ({ kysely }) => {
      await kysely.schema.createTable('something').addColumn('id', 'integer').execute()
    }, empty)
    expect(await outcomeOf(inspect(empty))).toThrow(StoreMissing)
    expect(await outcomeOf(harness.raw(({ kysely }) => kysely.selectFrom('migrations').selectAll().execute(), empty))).toThrow()
  })
})
