import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { Insertable, Selectable } from 'kysely'
import { toQuota } from '@weir/ledger/quota'
import { yieldToRequests } from '../yield-to-requests.ts'
import type { Store } from '../open-store.ts'
import type { LogFilter } from '../repositories/logs/log-filter.ts'
import type { LogsTable } from '../schema.ts'
import { describeStore, type FreshDatabase } from '../testing/store-harness.ts'
import { DAY, HOUR } from './kinds.ts'

const START = 1_799_971_200
const DAYS = 5

/** The same numbers in every run. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor(state / 2 ** 16) % sides
  }
}

const FAULTS = ['overloaded', 'unreachable', 'bad-request'] as const

const rowsOf = (count: number, seed: number): readonly Insertable<LogsTable>[] => {
  const roll = dice(seed)
  return Array.from({ length: count }, (_, index) => ({
    user_id: 1 + roll(3),
    // A roll has 32768 sides at most.
    created_at: START + roll(DAYS) * DAY + roll(24) * HOUR + roll(HOUR),
    type: roll(10) === 0 ? LogType.manage : LogType.consume,
    // Of a request that came to an answer it is no fault.
    content: FAULTS[roll(3)] ?? '',
    username: `user-${roll(3)}`,
    token_name: `token-${roll(3)}`,
    model_name: `model-${roll(3)}`,
    quota: roll(1000),
    prompt_tokens: roll(100),
    completion_tokens: roll(100),
    channel_id: 1 + roll(3),
    request_id: `${seed}-${index}`,
    elapsed_time: roll(9000),
    is_stream: false,
    system_prompt_reset: false,
    outcome: roll(5) === 0 ? 'failed' : 'ok',
    detail: '',
    cost: roll(3) === 0 ? null : roll(1000),
    group_name: roll(4) === 0 ? null : `group-${roll(3)}`,
    // More than a filter tells apart, and rows from before they were kept.
    attempts: roll(4) === 0 ? null : 1 + roll(7),
  }))
}

type Row = Selectable<LogsTable>

const FILTERS: readonly LogFilter[] = [
  {},
  { modelName: 'model-1' },
  { tokenName: 'token-2' },
  { username: 'user-0' },
  { channelId: 2 },
  { groupName: 'group-1' },
  { outcome: 'failed' },
  { attempts: 2 },
  { attempts: 5 },
  { fault: 'overloaded' },
  { modelName: 'model-1', channelId: 2 },
]

const SPANS = [
  [0, 0],
  [START + 1, START + DAYS * DAY - 2],
  [START + 20 * HOUR + 7, START + 28 * HOUR + 1],
] as const

const isOfTraits = (row: Row, filter: LogFilter): boolean =>
  (filter.groupName === undefined || row.group_name === filter.groupName) &&
  (filter.outcome === undefined || row.outcome === filter.outcome) &&
  (filter.fault === undefined || (row.outcome === 'failed' && row.content === filter.fault)) &&
  (filter.attempts === undefined || (row.attempts ?? 1) >= filter.attempts)

const isMatch = (row: Row, filter: LogFilter, userId?: number): boolean =>
  (filter.modelName === undefined || row.model_name === filter.modelName) &&
  (filter.tokenName === undefined || row.token_name === filter.tokenName) &&
  (filter.username === undefined || row.username === filter.username) &&
  (filter.channelId === undefined || row.channel_id === filter.channelId) &&
  isOfTraits(row, filter) &&
  (userId === undefined || row.user_id === userId)

const total = (rows: readonly Row[], numberOf: (row: Row) => number): number => rows.reduce((sum, row) => sum + numberOf(row), 0)

describeStore('rollups of the log', (harness) => {
  const add = (database: FreshDatabase, rows: readonly Insertable<LogsTable>[]) =>
    harness.raw(async ({ kysely }) => {
      await kysely.insertInto('logs').values(rows).execute()
    }, database)

  const expectExact = async (store: Store, database: FreshDatabase): Promise<void> => {
    const rows = await harness.raw(
      ({ kysely }) => kysely.selectFrom('logs').selectAll().where('type', '=', LogType.consume).execute(),
      database,
    )
    for (const userId of [undefined, 2]) {
      for (const [startTime, endTime] of SPANS) {
        const inside = rows.filter((row) => row.created_at >= startTime && (endTime === 0 || row.created_at <= endTime))
        for (const filter of userId === undefined ? FILTERS : FILTERS.slice(0, 3)) {
          const wanted = inside.filter((row) => isMatch(row, filter, userId))
          expect(await store.logs.sum({ ...filter, startTime, endTime }, userId)).toEqual({
            quota: total(wanted, (row) => row.quota),
            tokens: total(wanted, (row) => row.prompt_tokens + row.completion_tokens),
            cost: total(wanted, (row) => row.cost ?? 0),
            margin: total(wanted, (row) => (row.cost === null ? 0 : row.quota - row.cost)),
          })
        }
      }
      for (const step of [HOUR, DAY]) {
        const scope = { start: START + 1000, end: START + 2 * DAY + 500, step, userId }
        const wanted = rows.filter((row) => row.created_at >= scope.start && row.created_at < scope.end && isMatch(row, {}, userId))
        const { slices, medianMs } = await store.usage.period(scope)
        const groups = Map.groupBy(wanted, (row) => `${row.created_at - (row.created_at % step)} ${row.model_name}`)
        expect(slices.map(({ time, model, ...figures }): [string, object] => [`${time} ${model}`, figures])).toEqual(
          [...groups]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, group]) => [
              name,
              {
                requests: group.length,
                failures: group.filter(({ outcome }) => outcome === 'failed').length,
                quota: total(group, (row) => row.quota),
                tokens: total(group, (row) => row.prompt_tokens + row.completion_tokens),
              },
            ]),
        )
        expect(await store.usage.totals(scope)).toEqual({
          requests: wanted.length,
          failures: wanted.filter(({ outcome }) => outcome === 'failed').length,
          quota: total(wanted, (row) => row.quota),
          tokens: total(wanted, (row) => row.prompt_tokens + row.completion_tokens),
          medianMs,
        })
      }
    }
  }

  it('equal the sums of the rows before, between and after index passes, and when rows are deleted', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await add(database, rowsOf(120, 1))
    expect(await store.logIndex.advance()).toBe(120)
    await expectExact(store, database)
    await add(database, rowsOf(60, 2))
    await expectExact(store, database)
    expect(await store.logIndex.advance()).toBe(60)
    await add(database, rowsOf(30, 3))
    expect(await store.logs.deleteBefore(START + DAY + 20 * HOUR + 1234)).toBeGreaterThan(20)
    await expectExact(store, database)
    const left = await harness.raw(({ kysely }) => kysely.selectFrom('log_sums').selectAll().where('requests', '<=', 0).execute(), database)
    expect(left).toEqual([])
  }, 180_000)

  it('equal the sums of the rows that are left, when some are deleted while they are read', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    for (let round = 1; round <= 4; round++) {
      await add(database, rowsOf(1200, round))
      await Promise.all([store.logIndex.advance(), store.logs.deleteBefore(START + (round * DAYS * DAY) / 6)])
      await store.logIndex.advance()
      await expectExact(store, database)
    }
  }, 180_000)

  it('count each row once when several processes advance them under traffic, and readers never see half of it', async () => {
    const database = await harness.migrated()
    // One file has one writer at a time: a second store would wait for its locks, not for its queue.
    const stores = await Promise.all(
      (harness.name === 'SQLite' ? ['a'] : ['a', 'b', 'c', 'd']).map((nodeId) => harness.open(database, { nodeId })),
    )
    const [first] = stores
    if (first === undefined) throw new Error('no store')
    const userId = await harness.user(10_000, first)
    let begun = 0
    let settled = 0
    const spend = async (store: Store): Promise<void> => {
      for (let request = 0; request < 6; request++) {
        const hold = harness.hold({ userId, amount: 1 })
        await store.ledger.hold(hold)
        begun += 1
        await store.ledger.settle({
          hold,
          cost: toQuota(1),
          record: harness.record({ createdAt: START + ((begun * 7919) % (DAYS * DAY)) }),
        })
        settled += 1
      }
    }
    let isRunning = true
    const advance = async (store: Store): Promise<void> => {
      for (; isRunning; await yieldToRequests()) await store.logIndex.advance()
    }
    const read = async (store: Store): Promise<void> => {
      for (; isRunning; await yieldToRequests()) {
        const before = settled
        const { quota } = await store.logs.sum({})
        expect(quota).toBeWithin(before, begun + 1)
      }
    }
    const watchers = [...stores.map(advance), read(first)]
    await Promise.all([...stores, ...stores].map(spend))
    isRunning = false
    await Promise.all(watchers)
    await first.logIndex.advance()
    const ofUser = { quota: settled, tokens: settled * 7 }
    expect([await first.logs.sum({}), await first.logs.sum({}, userId)]).toMatchObject([ofUser, ofUser])
  }, 180_000)

  it('are advanced from minRows on when requests leave room for it, and from maxRows on in any case', async () => {
    const database = await harness.migrated()
    const { logIndex } = await harness.open(database)
    const thresholds = { minRows: 20, busyRows: 25, maxRows: 100 }
    await add(database, rowsOf(10, 6))
    expect(await logIndex.advanceWhenCalm(thresholds)).toBe(0)
    await add(database, rowsOf(30, 7))
    expect(await logIndex.advanceWhenCalm(thresholds)).toBe(0)
    expect(await logIndex.advanceWhenCalm(thresholds)).toBe(40)
    expect(await logIndex.advanceWhenCalm(thresholds)).toBe(0)
    await add(database, rowsOf(110, 8))
    expect(await logIndex.advanceWhenCalm(thresholds)).toBe(110)
  }, 180_000)

  // Numbers are given before the commit; where two writers run at once, the smaller one may arrive later.
  if (harness.name !== 'SQLite') {
    it('wait for a row whose transaction is still open', async () => {
      const database = await harness.migrated()
      const store = await harness.open(database)
      const [early, late] = rowsOf(9, 4).filter(({ type }) => type === LogType.consume)
      if (early === undefined || late === undefined) throw new Error('no rows')
      await harness.raw(async ({ kysely }) => {
        await kysely.transaction().execute(async (transaction) => {
          await transaction.insertInto('logs').values(early).execute()
          await add(database, [late])
          expect(await store.logIndex.advance()).toBe(0)
          expect((await store.logs.sum({})).quota).toBe(late.quota)
        })
      }, database)
      expect(await store.logIndex.advance()).toBe(2)
      expect((await store.logs.sum({})).quota).toBe(early.quota + late.quota)
    }, 180_000)
  }
})
