import { expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogType } from '@weir/contract/log'
import { settingsFrom } from '../settings/settings.ts'
import { openWithLog } from '../testing/open-node.ts'
import { createWatchAlerts } from './watch-alerts.ts'

it('an alert tells of rows that the database of the log does not take, and once that it has taken them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-log-waiting-'))
  let nowMs = Date.parse('2027-01-15T08:00:00Z')
  const store = await openWithLog(folder, () => nowMs)
  const lines: string[] = []
  const watch = createWatchAlerts({
    store,
    settings: () => settingsFrom(new Map([['TimeZone', 'UTC']])),
    send: (_target, message) => {
      lines.push(...message.lines)
      return Promise.resolve(undefined)
    },
    certificate: () => Promise.resolve(undefined),
    clock: () => nowMs,
  })
  const after = async (minutes: number): Promise<readonly string[]> => {
    nowMs += minutes * 60_000
    await watch()
    return lines.splice(0)
  }
  const write = () => store.logs.add({ userId: 1, username: 'root', type: LogType.system, content: 'something' })
  try {
    const url = 'https://hooks.example/key'
    const target = await store.alertTargets.create({
      name: 'ops',
      kind: 'slack',
      isEnabled: true,
      language: 'en',
      recipient: '',
      url,
      secret: '',
    })
    const rule = { name: 'log', kind: 'log-waiting', isEnabled: true, threshold: 5, windowMinutes: 0, scopeId: 0 } as const
    await store.alertRules.create({ ...rule, quietFrom: '', quietTo: '', targetIds: [target?.id ?? 0] })
    await write()
    expect(await after(4)).toEqual([])
    await write()
    expect(await after(1)).toEqual([
      'The database of the log does not take rows: 2 wait in the main database, the oldest since 2027-01-15 08:00.',
    ])
    await write()
    expect(await after(1)).toEqual([])
    const [open] = await store.alertBook.list('open', { offset: 0, limit: 9 })
    expect([open?.subject, open?.subjectName, open?.value]).toEqual(['log', '2027-01-15T08:00:00Z', 3])
    expect(await store.logMover?.advance()).toBe(3)
    expect(await after(1)).toEqual(['The database of the log: resolved after 2 min.'])
    expect(await after(10)).toEqual([])
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})
