import { expect, it } from 'bun:test'
import { createHash } from 'node:crypto'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import type { Store } from '../open-store.ts'
import type { AuditEntriesTable } from '../tables/audit-tables.ts'
import { auditChain } from '../migrations/0032-audit-chain.ts'
import type { Updateable } from 'kysely'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const ORIGIN = { actorId: 1, actorName: 'root', credential: 'session', address: '::1', requestId: 'r', action: 'option.set' }
const entry = (object: string) => ({ ...ORIGIN, object, before: '{"value":"1"}', after: '{"value":"2"}' })
const ANY = { actorId: 0, action: '', startTime: 0, endTime: 0 }
const START = '0'.repeat(64)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describeStore('the chain of the audit trail', (harness) => {
  /** A trail of five entries, `o1` to `o5`. */
  const trailOfFive = async (): Promise<{ readonly store: Store; readonly database: FreshDatabase }> => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    for (const number of [1, 2, 3, 4, 5]) await store.audit.add([entry(`o${number}`)])
    return { store, database }
  }

  const rowsOf = (database: FreshDatabase) =>
    harness.raw(({ kysely }) => kysely.selectFrom('audit_entries').selectAll().orderBy('id').execute(), database)

  const change = (database: FreshDatabase, object: string, to: Updateable<AuditEntriesTable>) =>
    harness.raw(({ kysely }) => kysely.updateTable('audit_entries').set(to).where('object', '=', object).execute(), database)

  const remove = (database: FreshDatabase, objects: readonly string[]) =>
    harness.raw(({ kysely }) => kysely.deleteFrom('audit_entries').where('object', 'in', objects).execute(), database)

  it('makes every hash of the one before it and of what the entry says', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    expect(await store.audit.head()).toEqual({ entries: 0, hash: START })
    expect(await store.audit.verify()).toMatchObject({ broken: undefined })
    await store.audit.add([entry('option 名称 🙂'), { ...entry('half \ud83d'), actorName: 'nul\0', before: '' }])
    const at = harness.nowSeconds
    const first = sha256(
      `${START}\n[1,${at},1,"root","session","::1","r","option.set","option 名称 🙂","{\\"value\\":\\"1\\"}","{\\"value\\":\\"2\\"}"]`,
    )
    const second = sha256(`${first}\n[2,${at},1,"nul","session","::1","r","option.set","half \ufffd","","{\\"value\\":\\"2\\"}"]`)
    expect((await store.audit.list(ANY, { offset: 0, limit: 9 })).map(({ ordinal, hash }) => [ordinal, hash])).toEqual([
      [2, second],
      [1, first],
    ])
    expect(await store.audit.head()).toEqual({ entries: 2, hash: second })
    expect(await store.audit.verify()).toEqual({
      head: { entries: 2, hash: second },
      broken: undefined,
      noted: undefined,
      unchained: undefined,
    })
    expect(await store.audit.verify(first)).toMatchObject({ broken: undefined, noted: 1 })
  })

  it('is one chain when two nodes write at once', async () => {
    const database = await harness.migrated()
    const one = await harness.open(database)
    const two = await harness.open(database, { nodeId: 'node-2' })
    const writes = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : two).audit.add([entry(`a${index}`), entry(`b${index}`)]),
    )
    const readings = await Promise.all([...writes, one.audit.verify(), two.audit.verify()].map(async (work) => await work))
    for (const report of readings.slice(40)) expect(report).toMatchObject({ broken: undefined })
    const rows = await rowsOf(database)
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
    expect(await two.audit.verify()).toMatchObject({ broken: undefined, head: { entries: 80 } })
  }, 180_000)

  it('tells of an entry that was changed, whatever was changed', async () => {
    const { store, database } = await trailOfFive()
    const { id = 0, entry_hash: hash = '' } = (await rowsOf(database))[2] ?? {}
    const changes: readonly [Updateable<AuditEntriesTable>, Updateable<AuditEntriesTable>][] = [
      [{ created_at: 1 }, { created_at: harness.nowSeconds }],
      [{ actor_id: 2 }, { actor_id: 1 }],
      [{ actor_name: 'x' }, { actor_name: 'root' }],
      [{ credential: 'x' }, { credential: 'session' }],
      [{ address: 'x' }, { address: '::1' }],
      [{ request_id: 'x' }, { request_id: 'r' }],
      [{ action: 'x' }, { action: 'option.set' }],
      [{ before_text: 'x' }, { before_text: '{"value":"1"}' }],
      [{ after_text: 'x' }, { after_text: '{"value":"2"}' }],
      [{ entry_hash: START }, { entry_hash: hash }],
    ]
    for (const [wrong, right] of changes) {
      await change(database, 'o3', wrong)
      expect([wrong, (await store.audit.verify()).broken]).toEqual([wrong, { kind: 'altered', id, ordinal: 3 }])
      await change(database, 'o3', right)
    }
    await change(database, 'o3', { object: 'x' })
    expect((await store.audit.verify()).broken).toEqual({ kind: 'altered', id, ordinal: 3 })
  })

  it('tells of an entry that is gone, from the beginning, the middle and the end', async () => {
    const { store, database } = await trailOfFive()
    const before = await rowsOf(database)
    const noted = before[4]?.entry_hash ?? ''
    await remove(database, ['o5'])
    expect((await store.audit.verify()).broken).toEqual({ kind: 'truncated', entries: 4, expected: 5 })
    await remove(database, ['o2', 'o3'])
    expect((await store.audit.verify()).broken).toEqual({ kind: 'missing', id: before[3]?.id ?? 0, ordinal: 4, expected: 2 })
    await remove(database, ['o1'])
    expect((await store.audit.verify()).broken).toMatchObject({ kind: 'missing', expected: 1 })
    await remove(database, ['o4'])
    expect((await store.audit.verify()).broken).toEqual({ kind: 'truncated', entries: 0, expected: 5 })
    const empty = { entry_count: 0, head_hash: START }
    await harness.raw(({ kysely }) => kysely.updateTable('audit_chain').set(empty).execute(), database)
    expect((await store.audit.verify()).broken).toBeUndefined()
    expect((await store.audit.verify(noted)).broken).toEqual({ kind: 'noted', hash: noted })
  })

  it('tells of two entries that changed places, and of one that was put in', async () => {
    const { store, database } = await trailOfFive()
    const rows = await rowsOf(database)
    const [second, fourth] = [rows[1]?.id ?? 0, rows[3]?.id ?? 0]
    for (const [object, id] of [
      ['o2', 900],
      ['o4', second],
      ['o2', fourth],
    ] as const)
      await change(database, object, { id })
    expect((await store.audit.verify()).broken).toEqual({ kind: 'moved', id: second, ordinal: 4, expected: 2 })
    for (const [object, id] of [
      ['o4', 901],
      ['o2', second],
      ['o4', fourth],
    ] as const)
      await change(database, object, { id })
    expect((await store.audit.verify()).broken).toBeUndefined()
    const [copied] = rows
    if (copied === undefined) throw new Error('the trail is empty')
    const foreign = { ...copied, id: 950, ordinal: null, entry_hash: null }
    await harness.raw(({ kysely }) => kysely.insertInto('audit_entries').values(foreign).execute(), database)
    expect((await store.audit.verify()).broken).toEqual({ kind: 'foreign', id: 950 })
  })

  /** As version 0.1.0 writes an entry: it knows neither number nor hash. */
  const byOlderServer = (database: FreshDatabase, object: string, createdAt: number) =>
    harness.raw(async ({ kysely }) => {
      const said = { actor_id: 1, actor_name: 'root', credential: 'session', address: '::1', request_id: 'r', action: 'option.set' }
      await kysely
        .insertInto('audit_entries')
        .values({ ...said, object, before_text: '', after_text: '', created_at: createdAt })
        .execute()
    }, database)

  const installedEarlier = (database: FreshDatabase, seconds: number) =>
    harness.raw(async ({ kysely }) => {
      const earlier = harness.nowSeconds - seconds
      await kysely.updateTable('migrations').set({ applied_at: earlier }).where('name', '=', '0001-first').execute()
      await kysely.updateTable('migrations').set({ applied_at: harness.nowSeconds }).where('name', '=', '0032-audit-chain').execute()
    }, database)

  it('counts what a server of an older version wrote during the upgrade, and checks the rest', async () => {
    const { store, database } = await trailOfFive()
    await installedEarlier(database, 1_000_000)
    const at = harness.nowSeconds
    await byOlderServer(database, 'older 1', at)
    await store.audit.add([entry('o6')])
    await byOlderServer(database, 'older 2', at + 86_000)
    const ids = (await rowsOf(database)).filter(({ object }) => object.startsWith('older')).map(({ id }) => id)
    expect(await store.audit.verify()).toMatchObject({
      head: { entries: 6 },
      broken: undefined,
      unchained: { entries: 2, firstId: ids[0], lastId: ids[1] },
    })
    await change(database, 'o6', { action: 'other' })
    expect((await store.audit.verify()).broken).toMatchObject({ kind: 'altered', ordinal: 6 })
  })

  it('does not believe that a server of an older version wrote it a day later, behind newer entries, or where there never was one', async () => {
    const { store, database } = await trailOfFive()
    const foreignId = async (object: string) => {
      const id = (await rowsOf(database)).find((row) => row.object === object)?.id
      expect((await store.audit.verify()).broken).toEqual({ kind: 'foreign', id: id ?? 0 })
      await remove(database, [object])
      expect((await store.audit.verify()).broken).toBeUndefined()
    }
    await installedEarlier(database, 0)
    await byOlderServer(database, 'new installation', harness.nowSeconds)
    await foreignId('new installation')
    await installedEarlier(database, 1_000_000)
    for (const [object, at] of [
      ['a day later', 86_401],
      ['a day before', -86_401],
    ] as const) {
      await byOlderServer(database, object, harness.nowSeconds + at)
      await foreignId(object)
    }
    await byOlderServer(database, 'half', harness.nowSeconds)
    await change(database, 'half', { ordinal: 6 })
    await foreignId('half')
    harness.nowMs += 86_401_000
    try {
      await store.audit.add([entry('o6')])
    } finally {
      harness.nowMs -= 86_401_000
    }
    await byOlderServer(database, 'behind newer', harness.nowSeconds)
    await foreignId('behind newer')
  })

  it('tells of a head that is another or gone', async () => {
    const { store, database } = await trailOfFive()
    const head = (to: object) => harness.raw(({ kysely }) => kysely.updateTable('audit_chain').set(to).execute(), database)
    await head({ head_hash: START })
    expect((await store.audit.verify()).broken).toEqual({ kind: 'head', entries: 5, expected: 5 })
    await head({ entry_count: 4 })
    expect((await store.audit.verify()).broken).toEqual({ kind: 'head', entries: 5, expected: 4 })
    await harness.raw(({ kysely }) => kysely.deleteFrom('audit_chain').execute(), database)
    expect((await store.audit.verify()).broken).toEqual({ kind: 'head', entries: 5, expected: 0 })
    expect(await outcomeOf(store.audit.add([entry('o6')]))).toThrow('audit_chain')
    expect(await rowsOf(database)).toHaveLength(5)
  })

  it('begins with the entries of before, also when the change was cut off half-way', async () => {
    const { database } = await trailOfFive()
    const asBefore = (unchained: readonly string[]) =>
      harness.raw(async ({ kysely }) => {
        await kysely.updateTable('audit_entries').set({ ordinal: null, entry_hash: null }).where('object', 'in', unchained).execute()
        await kysely.deleteFrom('audit_chain').execute()
        await kysely.deleteFrom('migrations').where('name', '=', auditChain.name).execute()
      }, database)
    for (const unchained of [['o1', 'o2', 'o3', 'o4', 'o5'], ['o4', 'o5'], []]) {
      if (unchained.length > 0) await asBefore(unchained)
      const store = await harness.open(database)
      expect(await store.audit.verify()).toMatchObject({ broken: undefined, head: { entries: 5 } })
    }
  }, 180_000)
})
