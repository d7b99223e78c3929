import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogType } from '@weir/contract/log'
import type { Store } from '@weir/store/open-store'
import { settingsFrom } from '../settings/settings.ts'
import { openNodeStore } from '../testing/open-node.ts'
import { expireLog, keptBodyDays } from './expire-log.ts'

const DAY_MS = 86_400_000

let root = ''
let nowMs = 0
let stores: readonly Store[] = []

const open = (nodeId: string): Promise<Store> => openNodeStore(root, nodeId, () => nowMs)

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'weir-expire-'))
  nowMs = Date.UTC(2026, 0, 1, 12)
  stores = [await open('node-1'), await open('node-2')]
})

afterEach(async () => {
  for (const store of stores) await store.close()
  rmSync(root, { recursive: true })
})

/** A minute of every node; returns how many of them deleted something or looked for it. */
const minute = async (days: number): Promise<number> => {
  let turns = 0
  for (const { rateCounts, logIndex } of stores) {
    const expireRows = (kept: number): Promise<number> => {
      turns += 1
      return logIndex.expireRows(kept)
    }
    await expireLog({ turns: rateCounts, logIndex: { expireRows }, days })
  }
  nowMs += 60_000
  return turns
}

const first = (): Store => {
  const [store] = stores
  if (store === undefined) throw new Error('no store is open')
  return store
}

const contents = async (): Promise<readonly string[]> =>
  (await first().logs.list({}, { offset: 0, limit: 10 })).map(({ content }) => content)

describe('the days for which the log is kept', () => {
  const addRow = (content: string) => first().logs.add({ userId: 1, username: 'root', type: LogType.system, content })

  it('let older rows go, in one node a minute', async () => {
    await addRow('of the first day')
    nowMs += 10 * DAY_MS
    await addRow('of the eleventh')
    nowMs += 5 * DAY_MS
    expect(await minute(15)).toBe(1)
    expect(await contents()).toEqual(['of the eleventh', 'of the first day'])
    expect(await minute(14)).toBe(1)
    expect(await contents()).toEqual(['of the eleventh'])
  })

  it('are for ever while the option is 0', async () => {
    await addRow('of the first day')
    nowMs += 3000 * DAY_MS
    expect(await minute(0)).toBe(0)
    expect(await contents()).toEqual(['of the first day'])
  })

  it('are also the longest for which bodies of requests are kept', () => {
    const daysOf = (log: string, bodies: string) =>
      keptBodyDays(
        settingsFrom(
          new Map([
            ['LogRetentionDays', log],
            ['LogBodiesDays', bodies],
          ]),
        ),
      )
    expect([daysOf('0', '7'), daysOf('30', '7'), daysOf('3', '7')]).toEqual([7, 7, 3])
  })
})
