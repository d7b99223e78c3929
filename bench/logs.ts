import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@weir/store/database'
import { parseDsn } from '@weir/store/dsn'
import { openStore, type Store } from '@weir/store/open-store'
import type { StatisticsDimension } from '@weir/store/statistics/statistics'
import { sql } from 'kysely'

/**
 * Fills the log with a million rows over sixty days and measures what the console asks for, and what it costs to add a row.
 * `--only=statistics` asks for statistics alone.
 */

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const RUNS = 40
const BATCH = 2000
const DAY = 86_400
const NOW = 1_800_000_000
const START = NOW - 60 * DAY
const MONTH = { startTime: NOW - 30 * DAY, endTime: NOW }
const USERS = 300
const PAGE = 10
const STATISTICS_ONLY = '--only=statistics'
const isStatisticsOnly = process.argv.includes(STATISTICS_ONLY)
const WRITES = 10_000

/** Few make most of the traffic, as everywhere. A user has three tokens. */
const skewed = (count: number): number => Math.floor(count * Math.random() ** 2) + 1

const detail = {
  price: { version: '2026-08', isListed: true, model: 0.075, completion: 4, cacheRead: 0.5, cacheWrite: 1, group: 1 },
  usage: { promptTokens: 1200, completionTokens: 300, cachedTokens: 1000, source: 'upstream' },
  attempts: [{ channelId: 3, status: 200, ms: 812 }],
}
const detailText = JSON.stringify(detail)

const GROUPS = ['default', 'default', 'default', 'vip', 'svip'] as const

const FAULTS = ['overloaded', 'rate-limited', 'unreachable', 'too-slow'] as const
const faultAt = (index: number): string => FAULTS[index % FAULTS.length] ?? ''

/** It begins with its time, as ids of requests do. */
const requestIdAt = (seconds: number, index: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace(/\D/g, '')}000${index}`

const timeAt = (index: number): number => START + Math.floor((index / ROWS) * 60 * DAY)

const rowAt = (index: number) => {
  const user = skewed(USERS)
  const dice = Math.random()
  const hasFailed = dice > 0.95 && dice < 0.97
  return {
    user_id: user,
    created_at: timeAt(index),
    type: dice < 0.97 ? 2 : 1 + (Math.floor(dice * 1000) % 5),
    content: hasFailed ? faultAt(index) : '0.075 × 1 × 4',
    username: `user-${user}`,
    token_name: `token-${3 * user - skewed(3) + 1}`,
    model_name: `model-${skewed(40)}`,
    quota: Math.floor(Math.random() * 5000),
    prompt_tokens: Math.floor(Math.random() * 4000),
    completion_tokens: Math.floor(Math.random() * 900),
    channel_id: skewed(50),
    request_id: requestIdAt(timeAt(index), index),
    elapsed_time: Math.floor(Math.random() * 9000),
    is_stream: dice < 0.5,
    system_prompt_reset: false,
    outcome: hasFailed ? 'failed' : 'ok',
    attempts: dice < 0.03 ? 2 : 1,
    group_name: GROUPS[user % GROUPS.length] ?? '',
    cost: dice < 0.5 ? Math.floor(Math.random() * 4000) : null,
    detail: detailText,
  }
}

interface Target {
  readonly name: string
  readonly dsn: string
  readonly sqlitePath: string
  readonly analyzeSql: string
}

/** What the databases do by themselves while they are idle. */
const analyze = async ({ dsn, sqlitePath, analyzeSql }: Target): Promise<void> => {
  const { kysely } = openDatabase(parseDsn(dsn, sqlitePath))
  for (const table of ['logs', 'log_sums', 'log_slot_sums', 'log_blocks', 'log_places'])
    await sql.raw(`${analyzeSql} ${table}`).execute(kysely)
  await kysely.destroy()
}

const fill = async ({ dsn, sqlitePath }: Target): Promise<void> => {
  const { kysely } = openDatabase(parseDsn(dsn, sqlitePath))
  for (let at = 0; at < ROWS;) {
    await kysely.transaction().execute(async (transaction) => {
      for (let batch = 0; batch < 10 && at < ROWS; batch++, at += BATCH) {
        const rows = Array.from({ length: Math.min(BATCH, ROWS - at) }, (_, offset) => rowAt(at + offset))
        await transaction.insertInto('logs').values(rows).execute()
      }
    })
  }
  await kysely.destroy()
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

const measure = async (title: string, work: () => Promise<unknown>): Promise<void> => {
  const times: number[] = []
  const cpuTimes: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now()
    const cpu = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(cpu)
    times.push(performance.now() - from)
    cpuTimes.push((user + system) / 1000)
  }
  const sorted = [times, cpuTimes].map((values) => values.toSorted((a, b) => a - b))
  const shown = (at: number, part: number): string =>
    `${quantile(sorted[at] ?? [], part)
      .toFixed(1)
      .padStart(7)} ms`
  console.log(`  ${title.padEnd(44)} p50 ${shown(0, 0.5)}   p95 ${shown(0, 0.95)}   cpu p50 ${shown(1, 0.5)}`)
}

const measureAll = async ({ logs, usage }: Store): Promise<void> => {
  const first = { offset: 0, limit: PAGE }
  const anywhere = () => ({ offset: Math.floor(Math.random() * ROWS * 0.95), limit: PAGE })
  const filters = {
    type: () => ({ type: 3 }),
    user: () => ({ username: `user-${skewed(USERS)}` }),
    token: () => ({ tokenName: `token-${skewed(900)}` }),
    model: () => ({ modelName: `model-${skewed(40)}` }),
    channel: () => ({ channelId: skewed(50) }),
    group: () => ({ groupName: 'vip' }),
    outcome: () => ({ outcome: 'failed' }),
    fault: () => ({ fault: faultAt(skewed(1000)) }),
    attempts: () => ({ attempts: 2 }),
    time: () => ({ startTime: START + Math.floor(Math.random() * 59 * DAY), endTime: NOW - DAY }),
  }
  await measure('list, first page', () => logs.list({}, first))
  await measure('list, any page of all', () => logs.list({}, anywhere()))
  await measure('list, last page', () => logs.list({}, { offset: Math.floor(ROWS * 0.95), limit: PAGE }))
  for (const [name, filter] of Object.entries(filters)) {
    await measure(`list by ${name}, first page`, () => logs.list(filter(), first))
    await measure(`list by ${name}, page 100`, () => logs.list(filter(), { offset: 1000, limit: PAGE }))
  }
  await measure('own list, page 100', () => logs.listOwn(skewed(USERS), {}, { offset: 1000, limit: PAGE }))
  await measure('list by user and model, first page', () => logs.list({ ...filters.user(), ...filters.model() }, first))
  await measure('list by four filters, first page', () =>
    logs.list({ ...filters.user(), ...filters.token(), ...filters.model(), ...filters.channel() }, first),
  )
  await measure('list by user and outcome, first page', () => logs.list({ ...filters.user(), outcome: 'failed' }, first))
  await measure('list by an outcome that no row has', () => logs.list({ outcome: 'left' }, first))
  await measure('list by request id', () => {
    const index = Math.floor(Math.random() * ROWS)
    return logs.list({ requestId: requestIdAt(timeAt(index), index) }, first)
  })
  await measure('list by a request id that no row has', () =>
    logs.list({ requestId: requestIdAt(timeAt(Math.floor(Math.random() * ROWS)), -1) }, first),
  )
  await measure('search by beginning', () => logs.search('nothing like this', 100))
  for (const sign of ['%', '_', '\\', "'", '"'])
    await measure(`50 searches at once for 64 times ${sign}`, () =>
      Promise.all(Array.from({ length: 50 }, () => logs.search(sign.repeat(64), 100))),
    )
  await measure('50 searches at once, each for something else', () =>
    Promise.all(Array.from({ length: 50 }, (_, index) => logs.search(`${'%_'.repeat(31)}${index}`, 100))),
  )
  await measure('stat of a month', () => logs.sum(MONTH))
  for (const [name, filter] of Object.entries(filters))
    await measure(`stat of a month by ${name}`, () => logs.sum({ ...MONTH, ...filter() }))
  await measure('stat of a month by model and channel', () => logs.sum({ ...MONTH, ...filters.model(), ...filters.channel() }))
  await measure('own stat of a month', () => logs.sum(MONTH, skewed(USERS)))
  await measure('own seven days', () => usage.byDayAndModel(skewed(USERS), NOW - 7 * DAY))
  for (const [name, days, step] of [
    ['day', 1, 3600],
    ['month', 30, DAY],
  ] as const) {
    const scope = { start: NOW - days * DAY, end: NOW }
    await measure(`dashboard of a ${name}`, async () => {
      await usage.period({ ...scope, step })
      await usage.totals({ start: scope.start - days * DAY, end: scope.start })
    })
  }
}

/** As the page asks: who had most in a period and in the one before, and its course. The month begins at a midnight that is none in UTC. */
const measureStatistics = async ({ statistics }: Store): Promise<void> => {
  const ask = async (days: number, by: StatisticsDimension, userId?: number): Promise<void> => {
    const start = NOW - days * DAY - 8 * 3600 + 1
    await statistics.shares({ start, end: NOW, userId }, by)
    await statistics.shares({ start: start - (NOW - start), end: start, userId }, by)
    await statistics.course({ start, end: NOW, userId }, days > 2 ? DAY : 3600)
  }
  for (const [name, days] of [
    ['day', 1],
    ['month', 29],
  ] as const) {
    for (const by of ['user', 'token', 'model', 'channel', 'group'] as const)
      await measure(`statistics of a ${name} by ${by}`, () => ask(days, by))
    for (const by of ['token', 'model'] as const) await measure(`own statistics of a ${name} by ${by}`, () => ask(days, by, skewed(USERS)))
  }
}

type Settlement = Parameters<Store['ledger']['settle']>[0]
const COST = 5 as Settlement['cost']

/** Holds and settlements of 32 parallel requests, as the relay books them. */
const measureWrites = async ({ users, ledger }: Store): Promise<void> => {
  const created = { passwordHash: '', displayName: '', role: 1, startQuota: 1_000_000_000 }
  const userIds = await Promise.all(
    Array.from({ length: USERS }, (_, index) => users.create({ ...created, username: `user-${index + 1}` })),
  )
  const book = async (): Promise<void> => {
    const at = skewed(USERS)
    const hold = { requestId: Bun.randomUUIDv7(), userId: userIds[at - 1] ?? 0, tokenId: 0, isTokenLimited: false, amount: COST }
    await ledger.hold(hold)
    const { user_id: _user, created_at: createdAt, ...row } = rowAt(ROWS)
    const record: Settlement['record'] = {
      createdAt,
      username: row.username,
      tokenName: row.token_name,
      model: row.model_name,
      channelId: row.channel_id,
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      elapsedMs: row.elapsed_time,
      isStream: row.is_stream,
      isSystemPromptReset: false,
      isLogged: true,
      outcome: 'ok',
      content: row.content,
      detail,
    }
    await ledger.settle({ hold, cost: COST, record })
  }
  const bookMany = async (count: number): Promise<void> => {
    let begun = 0
    const work = async (): Promise<void> => {
      while (begun++ < count) await book()
    }
    await Promise.all(Array.from({ length: 32 }, work))
  }
  await bookMany(WRITES)
  const costs: number[] = []
  for (let round = 0; round < 3; round++) {
    const cpu = process.cpuUsage()
    await bookMany(WRITES)
    const { user, system } = process.cpuUsage(cpu)
    costs.push((user + system) / WRITES)
  }
  costs.sort((a, b) => a - b)
  console.log(`  hold and settlement: ${quantile(costs, 0.5).toFixed(1)} µs of this process per request`)
}

const run = async (target: Target): Promise<void> => {
  const { dsn, sqlitePath } = target
  const store = await openStore({ dsn, sqlitePath, rootKey: new Uint8Array(32).fill(1), nodeId: 'bench', clock: () => NOW * 1000 })
  const from = performance.now()
  await fill(target)
  console.log(`${target.name}: ${ROWS} rows in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  const cpu = process.cpuUsage()
  await store.logIndex.advance()
  const { user, system } = process.cpuUsage(cpu)
  console.log(`  indexed: ${((user + system) / ROWS).toFixed(1)} µs of this process per row`)
  await analyze(target)
  if (!isStatisticsOnly) await measureAll(store)
  await measureStatistics(store)
  if (!isStatisticsOnly) await measureWrites(store)
  await store.close()
}

const servers = [
  { name: 'PostgreSQL', url: process.env['TEST_POSTGRES_URL'] ?? '', analyzeSql: 'vacuum analyze', dropSuffix: ' with (force)' },
  { name: 'MySQL', url: process.env['TEST_MYSQL_URL'] ?? '', analyzeSql: 'analyze table', dropSuffix: '' },
]
const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
const wanted = process.argv.slice(2).filter((name) => name !== STATISTICS_ONLY)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
try {
  if (isWanted('sqlite')) await run({ name: 'SQLite', dsn: '', sqlitePath: join(folder, 'logs.db'), analyzeSql: 'analyze' })
  for (const { name, url, analyzeSql, dropSuffix } of servers) {
    if (url === '' || !isWanted(name.toLowerCase())) continue
    const database = `weir_bench_${Date.now()}`
    const admin = async (statement: string): Promise<void> => {
      const { kysely } = openDatabase(parseDsn(url, ''))
      await sql.raw(statement).execute(kysely)
      await kysely.destroy()
    }
    await admin(`create database ${database}`)
    const dsn = new URL(url)
    dsn.pathname = `/${database}`
    await run({ name, dsn: dsn.href, sqlitePath: '', analyzeSql })
    await admin(`drop database ${database}${dropSuffix}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
