import { afterAll, afterEach, beforeEach, describe, expect, it, spyOn } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogType } from '@weir/contract/log'
import { StoreUnavailable } from '@weir/store/errors'
import type { Store } from '@weir/store/open-store'
import { openWithLog } from '../testing/open-node.ts'
import { createLogMoving } from './move-log.ts'

const write = spyOn(process.stdout, 'write')

let root = ''
let store: Store

beforeEach(async () => {
  write.mockClear()
  write.mockImplementation(() => true)
  root = mkdtempSync(join(tmpdir(), 'weir-move-log-'))
  store = await openWithLog(root, () => 1_800_000_000_000)
})

afterEach(async () => {
  await store.close()
  rmSync(root, { recursive: true })
})

afterAll(() => write.mockRestore())

describe('the job that moves rows of the log', () => {
  it('counts rows that wait, tells once a minute that they cannot be moved, and that they are moved again', async () => {
    const { logMover } = store
    if (logMover === undefined) throw new Error('the log has no database of its own')
    let isDown = true
    let nowMs = 0
    const moving = createLogMoving(
      {
        advanceWhenCalm: () => (isDown ? Promise.reject(new StoreUnavailable('no answer')) : logMover.advanceWhenCalm()),
        waiting: () => logMover.waiting(),
      },
      () => nowMs,
    )
    for (const content of ['one', 'two', 'three']) await store.logs.add({ userId: 1, username: 'root', type: LogType.system, content })
    for (; nowMs < 90_000; nowMs += 1000) await moving.move()
    await moving.look()
    expect(moving.waiting()).toBe(3)
    isDown = false
    await moving.move()
    await moving.move()
    await moving.look()
    expect(moving.waiting()).toBe(0)
    const lines = write.mock.calls.map(([line]) => String(line).replace(/^\S+ /, ''))
    const away = 'error rows of the log cannot be moved to the database of LOG_SQL_DSN and wait in the main one; requests go on rows=3'
    expect(lines.map((line) => line.slice(0, away.length))).toEqual([away, away, 'info rows of the log are moved again rows=3\n'])
    expect(lines[0]).toContain('since="2027-01-15T08:00:00.000Z"')
    expect((await store.logs.list({}, { offset: 0, limit: 9 })).map(({ content }) => content)).toEqual(['three', 'two', 'one'])
  })
})
