import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogType } from '@weir/contract/log'
import { openStore, type Store } from '@weir/store/open-store'
import { seedDemo } from './seed.ts'
import { demoTraffic } from './traffic.ts'

const NOW = Date.UTC(2026, 10, 15, 12)

let store: Store
let folder: string
const clock = { now: NOW }

beforeEach(async () => {
  clock.now = NOW
  folder = mkdtempSync(join(tmpdir(), 'weir-demo-'))
  const rootKey = crypto.getRandomValues(new Uint8Array(32))
  store = await openStore({ dsn: '', sqlitePath: join(folder, 'weir.db'), rootKey, nodeId: 'demo', clock: () => clock.now })
})

afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

describe('the demonstration', () => {
  it('has a month of use, and its ledger agrees', async () => {
    const { tokenKey } = await seedDemo(store, clock)
    expect(await store.ledgerMaintenance.verify()).toEqual([])
    expect(await store.ledgerMaintenance.wrongCharges()).toEqual([])
    expect(await store.identities.find(tokenKey.replace('sk-', ''))).toMatchObject({ username: 'alice' })
    const oldest = (NOW - 30 * 86_400_000) / 1000
    const rows = await store.logs.list(
      { type: LogType.consume, startTime: oldest - 86_400, endTime: NOW / 1000 },
      { offset: 0, limit: 5000 },
    )
    expect(rows.length).toBeGreaterThan(500)
    expect(new Set(rows.map(({ username }) => username))).toEqual(new Set(['alice', 'bob', 'carol']))
    expect(rows.filter(({ quota }) => quota > 0).length).toBeGreaterThan(300)
  })

  it('is made once and found afterwards', async () => {
    const first = await seedDemo(store, clock)
    expect(await seedDemo(store, clock)).toEqual(first)
    expect((await store.channels.all()).length).toBe(3)
  })
})

describe('the traffic of the demonstration', () => {
  it('is the same every time, quieter at weekends and never in the future', () => {
    const days = demoTraffic(NOW / 1000, 30)
    expect(days).toEqual(demoTraffic(NOW / 1000, 30))
    expect(days.flat().every(({ at }) => at < NOW / 1000)).toBe(true)
    const perDay = (isWeekend: boolean) =>
      days.filter(([first]) => [0, 6].includes(new Date((first?.at ?? 0) * 1000).getUTCDay()) === isWeekend).map(({ length }) => length)
    expect(Math.max(...perDay(true))).toBeLessThan(Math.min(...perDay(false)))
  })
})
