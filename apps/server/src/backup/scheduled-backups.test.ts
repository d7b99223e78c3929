import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@weir/store/open-store'
import { TEST_ROOT_KEY } from '@weir/store/testing/root-key'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { setLogLevel } from '../process/log.ts'
import { withLateWrites } from '../testing/late-writes.ts'
import { backUpWhenDue } from './scheduled-backups.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let root = ''
let nowMs = 0
let stores: readonly Store[] = []
let made: string[] = []

const clock = (): number => nowMs
const open = (nodeId: string): Promise<Store> =>
  openStore({ dsn: '', sqlitePath: join(root, 'weir.db'), rootKey: TEST_ROOT_KEY, nodeId, clock })

beforeEach(async () => {
  setLogLevel('error')
  root = mkdtempSync(join(tmpdir(), 'weir-scheduled-'))
  nowMs = Date.UTC(2026, 10, 16, 3, 0, 0)
  stores = [await open('node-1'), await open('node-2')]
  made = []
})

afterEach(async () => {
  for (const store of stores) await store.close()
  rmSync(root, { recursive: true })
})

const folderOf = (node: number): string => join(root, `backups-${node}`)

/** A minute of one node, as its clock job has it. */
const turn = (node: number, over: { readonly backUp?: (file: string) => Promise<void>; readonly folder?: string } = {}): Promise<void> => {
  const store = stores[node - 1]
  if (store === undefined) throw new Error(`there is no node ${node}`)
  const late = withLateWrites(store)
  return late.awaited(() =>
    backUpWhenDue({
      turns: late.store.rateCounts,
      folder: folderOf(node),
      everySeconds: 86_400,
      keep: 2,
      clock,
      backUp: async (file) => {
        writeFileSync(file, 'whole')
        await nextTurn()
        made.push(file)
      },
      ...over,
    }),
  )
}

describe('scheduled backups', () => {
  it('are made once in a period by one node of all, whichever is first', async () => {
    await Promise.all([turn(1), turn(2), turn(1), turn(2)])
    expect(made).toHaveLength(1)
    nowMs += DAY_MS - 60_000
    await turn(2)
    await turn(1)
    expect(made).toHaveLength(1)
    nowMs += 60_000
    await turn(2)
    await turn(1)
    expect(made).toHaveLength(2)
    expect(made[1]).toBe(join(folderOf(2), 'weir-2026-11-17T03-00-00Z.backup'))
  })

  it('make their folder first, however deep it lies', async () => {
    await turn(1, { folder: join(folderOf(1), ...Array.from({ length: 60 }, () => 'deeper')) })
    expect(made).toHaveLength(1)
  })

  it('are begun by the time at which the last was begun, however long it took', async () => {
    const slow = { backUp: (file: string) => Promise.resolve(void made.push(file)).then(() => void (nowMs += HOUR_MS + 1)) }
    await turn(1, slow)
    // The millisecond beyond the hour counts as a second.
    nowMs += 23 * HOUR_MS - 2000
    await turn(1, slow)
    expect(made).toHaveLength(1)
    nowMs += 1000
    await turn(1, slow)
    expect(made.map((file) => file.slice(-27))).toEqual(['2026-11-16T03-00-00Z.backup', '2026-11-17T02-59-59Z.backup'])
  })

  it('follow at once when one took longer than a period', async () => {
    await turn(1, { backUp: (file) => Promise.resolve(void made.push(file)).then(() => void (nowMs += 2 * DAY_MS)) })
    nowMs += 999
    await turn(1)
    expect(made).toHaveLength(1)
    nowMs += 1
    await turn(1)
    expect(made).toHaveLength(2)
  })

  it('are tried again ten minutes after a failure or the death of a node, by any node', async () => {
    const failed = await turn(1, { backUp: () => Promise.reject(new Error('the disk is full')) }).catch((error: unknown) => error)
    expect(String(failed)).toContain('the disk is full')
    nowMs += 9 * 60_000
    await turn(2)
    expect(made).toEqual([])
    nowMs += 60_000
    await turn(2)
    expect(made).toEqual([join(folderOf(2), 'weir-2026-11-16T03-10-00Z.backup')])
  })

  it('keep as many as were asked for, and touch nothing of others', async () => {
    const folder = folderOf(1)
    mkdirSync(folder)
    for (const name of ['weir-2020-01-01.sql', 'notes.txt', 'weir-2026-11-15T03-00-00Z.backup.0badcafe.partial'])
      writeFileSync(join(folder, name), 'x')
    for (let day = 0; day < 4; day++) {
      await turn(1)
      nowMs += DAY_MS
    }
    expect(readdirSync(folder).toSorted()).toEqual([
      'notes.txt',
      'weir-2020-01-01.sql',
      'weir-2026-11-18T03-00-00Z.backup',
      'weir-2026-11-19T03-00-00Z.backup',
    ])
  })

  it('remove no old one when the new one fails', async () => {
    await turn(1)
    nowMs += DAY_MS
    await turn(1)
    nowMs += DAY_MS
    await turn(1, { backUp: () => Promise.reject(new Error('no')) }).catch(() => undefined)
    expect(readdirSync(folderOf(1))).toHaveLength(2)
  })
})
