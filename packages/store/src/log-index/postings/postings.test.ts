import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { Insertable, Selectable } from 'kysely'
import { yieldToRequests } from '../../yield-to-requests.ts'
import type { Store } from '../../open-store.ts'
import { listOf, type LogFilter } from '../../repositories/logs/log-filter.ts'
import type { LogsTable } from '../../schema.ts'
import { plainLog } from '../../testing/plain-log.ts'
import { describeStore, type FreshDatabase } from '../../testing/store-harness.ts'
import { BLOCK_ROWS, subjectOf } from './block.ts'
import { rowRangesOf } from './read-postings.ts'

const START = 1_799_971_200
/** Numbers between two rows, so that a few rows fill several blocks. */
const GAP = 41

const typeAt = (index: number): number => {
  if (index % 11 === 0) return LogType.manage
  if (index % 19 === 0) return LogType.refused
  return index % 13 === 0 ? LogType.test : LogType.consume
}

const endingAt = (index: number): Pick<Insertable<LogsTable>, 'outcome' | 'content' | 'attempts'> => {
  if (typeAt(index) === LogType.refused) return { outcome: 'refused', content: index % 2 === 0 ? 'no-channel' : 'overloaded', attempts: 0 }
  if (typeAt(index) === LogType.test) return { outcome: 'failed', content: 'overloaded' }
  if (typeAt(index) === LogType.manage) return { outcome: 'ok', content: 'overloaded' }
  if (index % 9 === 0) return { outcome: 'failed', content: index % 2 === 0 ? 'overloaded' : 'unreachable', attempts: 1 + (index % 7) }
  return { outcome: index % 10 === 0 ? 'cut' : 'ok', content: 'overloaded', attempts: index % 8 === 0 ? 2 : 1 }
}

const rowAt = (index: number) =>
  plainLog({
    id: 1 + index * GAP,
    user_id: 1 + (index % 3),
    // Not quite in order: a request that was booked late has an early time.
    created_at: START + index * 60 - (index % 17 === 0 ? 9000 : 0),
    type: typeAt(index),
    username: `user-${index % 4}`,
    token_name: index % 5 === 0 ? 'token ' : `token-${index % 5}`,
    model_name: index % 97 === 0 ? 'rare' : `model-${index % 2}`,
    quota: index,
    prompt_tokens: 1,
    completion_tokens: 2,
    channel_id: 1 + (index % 7),
    elapsed_time: 1,
    group_name: index % 6 === 0 ? null : `group-${index % 6}`,
    ...endingAt(index),
  })

const FILTERS: readonly LogFilter[] = [
  {},
  { type: LogType.consume },
  { type: LogType.manage },
  { type: LogType.test, channelId: 3 },
  { username: 'user-1' },
  { tokenName: 'token ' },
  { modelName: 'rare' },
  { modelName: 'absent' },
  { channelId: 2, type: LogType.consume },
  { channelId: 2, modelName: 'model-1' },
  { channelId: 2, modelName: 'rare', tokenName: 'token-1', username: 'user-1' },
  { channelId: 2, modelName: 'model-1', username: 'user-1' },
  { channelId: 3, modelName: 'model-0', groupName: 'group-2', outcome: 'ok', startTime: START + 3600 },
  { startTime: START + 3600, endTime: START + 36_000 },
  { startTime: START + 3600, endTime: START + 36_000, tokenName: 'token-2', modelName: 'model-0' },
  { endTime: START - 1, username: 'user-0' },
  { outcome: 'ok' },
  { outcome: 'failed' },
  { outcome: 'refused', username: 'user-1' },
  { outcome: 'left' },
  { fault: 'overloaded' },
  { fault: 'no-channel', outcome: 'refused' },
  { groupName: 'group-1' },
  { groupName: 'group-2', outcome: 'failed' },
  { groupName: 'group-3', username: 'user-1', startTime: START + 3600 },
  { groupName: 'absent' },
  { attempts: 2 },
  { attempts: 3, modelName: 'model-1' },
  { outcome: 'failed', fault: 'overloaded', attempts: 4, startTime: START + 3600 },
]

const COLUMNS = {
  username: 'username',
  tokenName: 'token_name',
  modelName: 'model_name',
  channelId: 'channel_id',
  groupName: 'group_name',
} as const

const faultOf = ({ type, outcome, content }: Selectable<LogsTable>): string =>
  type !== LogType.test && (outcome === 'failed' || outcome === 'refused') ? content : ''

const endsAs = (row: Selectable<LogsTable>, { outcome, fault, attempts = 0 }: LogFilter): boolean =>
  (outcome === undefined || (row.outcome === outcome && row.type !== LogType.manage)) &&
  (fault === undefined || faultOf(row) === fault) &&
  (row.attempts ?? 0) >= attempts

const isListed = (row: Selectable<LogsTable>, filter: LogFilter, userId?: number): boolean =>
  endsAs(row, filter) &&
  (filter.type === undefined ? row.type !== LogType.test : row.type === filter.type) &&
  row.created_at >= (filter.startTime ?? 0) &&
  row.created_at <= (filter.endTime ?? Infinity) &&
  (userId === undefined || row.user_id === userId) &&
  (['username', 'tokenName', 'modelName', 'channelId', 'groupName'] as const).every(
    (name) => row[COLUMNS[name]] === (filter[name] ?? row[COLUMNS[name]]),
  )

describeStore('postings of the log', (harness) => {
  const add = (database: FreshDatabase, from: number, to: number) =>
    harness.raw(async ({ kysely }) => {
      const rows = Array.from({ length: to - from }, (_, index) => rowAt(from + index))
      await kysely.insertInto('logs').values(rows).execute()
    }, database)

  /** Every page on SQLite. A server answers each in a round trip: there neighbouring filters share them. */
  const pagesOf = (count: number, place: number): readonly (readonly [offset: number, limit: number])[] => {
    const pages = [
      [0, 10],
      [7, 100],
      [90, 60],
      [count - 3, 10],
      [count, 10],
    ] as const
    return harness.name === 'SQLite' ? pages : pages.filter((_, at) => at % 3 === place % 3)
  }

  const expectExact = async (store: Store, database: FreshDatabase): Promise<void> => {
    const rows = await harness.raw(({ kysely }) => kysely.selectFrom('logs').selectAll().orderBy('id', 'desc').execute(), database)
    for (const [place, filter] of FILTERS.entries()) {
      for (const userId of [undefined, 2]) {
        const wanted = rows.filter((row) => isListed(row, filter, userId))
        const ids = wanted.map(({ id }) => id)
        for (const [offset, limit] of pagesOf(ids.length, place)) {
          const page = { offset: Math.max(0, offset), limit }
          const listed = await (userId === undefined ? store.logs.list(filter, page) : store.logs.listOwn(userId, filter, page))
          expect(listed.map(({ id }) => id)).toEqual(ids.slice(page.offset, page.offset + limit))
        }
        const consumed = rows.filter((row) => isListed(row, { ...filter, type: LogType.consume }, userId))
        const quota = consumed.reduce((sum, row) => sum + row.quota, 0)
        expect(await store.logs.sum(filter, userId)).toMatchObject({ quota, tokens: consumed.length * 3 })
      }
    }
  }

  const blocks = (database: FreshDatabase) =>
    harness.raw(({ kysely }) => kysely.selectFrom('log_blocks').select(['block', 'is_stale']).orderBy('block').execute(), database)

  it('list the rows that a scan of all of them finds, before and after they are indexed and when rows are deleted', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await expectExact(store, database)
    await add(database, 0, 350)
    await expectExact(store, database)
    await store.logIndex.advance()
    expect((await blocks(database)).map(({ block }) => block)).toEqual([0, 1, 2])
    await expectExact(store, database)
    await add(database, 350, 500)
    await expectExact(store, database)
    await store.logIndex.advance()
    expect(await store.logs.deleteBefore(START + 150 * 60)).toBeGreaterThan(140)
    expect((await blocks(database)).filter(({ is_stale }) => is_stale)).toEqual([])
    await expectExact(store, database)
    await store.logs.deleteBefore(START + 600 * 60)
    expect(await blocks(database)).toEqual([])
    await add(database, 500, 700)
    await store.logIndex.advance()
    await expectExact(store, database)
  }, 180_000)

  it('are replaced by a scan of the rows where a deletion did not get to the end', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, 0, 300)
    await store.logIndex.advance()
    await harness.raw(async ({ kysely }) => {
      await kysely.updateTable('log_blocks').set({ is_stale: true, consumed: 0, others: 0 }).where('block', '=', 1).execute()
      await kysely.deleteFrom('log_places').where('block', '=', 1).execute()
    }, database)
    await expectExact(store, database)
    await store.logIndex.advance()
    expect((await blocks(database)).filter(({ is_stale }) => is_stale)).toEqual([])
    await expectExact(store, database)
  }, 180_000)

  it('that are built again between the readings of two and of further subjects hide no row', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, 0, 300)
    await store.logIndex.advance()
    await harness.raw(async ({ kysely }) => {
      await kysely.updateTable('log_blocks').set({ is_stale: true, consumed: 0, others: 0 }).where('block', '=', 1).execute()
      await kysely.deleteFrom('log_places').where('block', '=', 1).execute()
      let isRebuilt = false
      const rebuilding = kysely.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (!isRebuilt && result.rows.some((row) => 'consumed1' in row)) {
            isRebuilt = true
            await store.logIndex.advance()
          }
          return result
        },
      })
      const list = listOf({ username: 'user-1', modelName: 'model-1', channelId: 2 })
      const ranges = await Array.fromAsync(rowRangesOf(rebuilding, list))
      expect(isRebuilt).toBe(true)
      // No list of the block was there at first: it is scanned.
      expect(ranges.find(({ from }) => from === 4096)).toEqual({ from: 4096, to: 8192 })
    }, database)
    expect((await blocks(database)).filter(({ is_stale }) => is_stale)).toEqual([])
  }, 180_000)

  it('of an older version are replaced by a scan until they are written anew, some in every calm moment', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, 0, 300)
    await store.logIndex.advance()
    const newer = [
      ['outcome', ['ok', 'failed', 'refused', 'cut']],
      ['fault', ['overloaded', 'unreachable', 'no-channel']],
      ['attempts', [2, 3, 4, 5]],
      ['group_name', ['group-1', 'group-2', 'group-3', 'group-4', 'group-5']],
    ] as const
    const subjects = newer.flatMap(([dimension, values]) => values.map((value) => subjectOf(dimension, value)))
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('log_places').where('subject', 'in', subjects).execute()
      await kysely.updateTable('log_blocks').set({ has_outcomes: null, has_groups: null }).execute()
    }, database)
    const older = () =>
      harness.raw(({ kysely }) => kysely.selectFrom('log_blocks').select('block').where('has_outcomes', 'is', null).execute(), database)
    expect(await older()).toHaveLength(2)
    await expectExact(store, database)
    await store.logIndex.advanceWhenCalm()
    expect(await older()).toEqual([])
    await expectExact(store, database)
    // Written by the version that told outcomes and no groups.
    await harness.raw(async ({ kysely }) => {
      await kysely.deleteFrom('log_places').where('subject', '=', subjectOf('group_name', 'group-1')).execute()
      await kysely.updateTable('log_blocks').set({ has_groups: null }).execute()
    }, database)
    await expectExact(store, database)
    await store.logIndex.advanceWhenCalm()
    const groupless = harness.raw(
      ({ kysely }) => kysely.selectFrom('log_blocks').select('block').where('has_groups', 'is', null).execute(),
      database,
    )
    expect(await groupless).toEqual([])
    await expectExact(store, database)
  }, 180_000)

  it('are written once when several processes do it under traffic, and lists miss no row and show none twice', async () => {
    const database = await harness.migrated()
    // One file has one writer at a time: a second store would wait for its locks, not for its queue.
    const stores = await Promise.all(
      (harness.name === 'SQLite' ? ['a'] : ['a', 'b', 'c']).map((nodeId) => harness.open(database, { nodeId })),
    )
    const [first] = stores
    if (first === undefined) throw new Error('no store')
    let added = 0
    const page = { offset: 0, limit: 1000 }
    const expectWhole = async (): Promise<void> => {
      const before = added
      const ids = (await first.logs.listOwn(2, { type: LogType.consume }, page)).map(({ id }) => id)
      expect(ids.length).toBeGreaterThanOrEqual(before)
      expect(ids.toReversed()).toEqual(wantedIds.slice(0, ids.length))
    }
    const all = Array.from({ length: 400 }, (_, index) => rowAt(index))
    const wantedIds = all.filter((row) => row.user_id === 2 && row.type === LogType.consume).map(({ id = 0 }) => id)
    let isRunning = true
    const watch = async (work: () => Promise<unknown>): Promise<void> => {
      for (; isRunning; await yieldToRequests()) await work()
    }
    const watchers = [...stores.map(({ logIndex }) => watch(() => logIndex.advance())), watch(expectWhole)]
    for (let at = 0; at < all.length; at += 20) {
      await add(database, at, at + 20)
      added = wantedIds.filter((id) => id <= (all[at + 19]?.id ?? 0)).length
      await yieldToRequests()
    }
    isRunning = false
    await Promise.all(watchers)
    await first.logIndex.advance()
    expect((await blocks(database)).map(({ block }) => block)).toEqual([0, 1, 2])
    await expectExact(first, database)
  }, 180_000)

  it('of a block are written once nothing can be added to it', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    const last = Math.floor((BLOCK_ROWS - 2) / GAP)
    await add(database, 0, last + 1)
    await store.logIndex.advance()
    expect(await blocks(database)).toEqual([])
    await add(database, last + 1, last + 2)
    await store.logIndex.advance()
    expect((await blocks(database)).map(({ block }) => block)).toEqual([0])
  }, 180_000)
})
