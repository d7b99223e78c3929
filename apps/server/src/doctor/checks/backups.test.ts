import { afterAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBackups } from './backups.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = (hour: number): number => Date.UTC(2026, 10, 16, hour)
const look = (over: { readonly folder?: string } = {}, nowMs = at(9)) =>
  checkBackups({ folder, everySeconds: 4 * 3600, keep: 7, ...over }, nowMs)

describe('scheduled backups', () => {
  it('are not spoken of where there are none to be made', async () => {
    expect(await look({ folder: '' })).toEqual([])
  })

  it('are missed where there is none yet, also no folder', async () => {
    writeFileSync(join(folder, 'weir-2026.txt'), 'of somebody else')
    expect(await look()).toMatchObject([{ status: 'warning', seen: `there is none in ${folder}` }])
    expect(await look({ folder: join(folder, 'none') })).toMatchObject([
      { status: 'warning', seen: `there is none in ${join(folder, 'none')}` },
    ])
  })

  it('are well while the newest is young, and a warning when two should have followed it', async () => {
    for (const name of ['weir-2026-11-16T03-00-00Z.backup', 'weir-2026-11-15T23-00-00Z.backup']) writeFileSync(join(folder, name), '')
    expect(await look({}, at(11))).toMatchObject([{ status: 'ok', seen: `the newest in ${folder} is 8 hours old` }])
    expect(await look({}, at(11) + 1)).toMatchObject([{ status: 'warning', seen: `the newest in ${folder} is 8 hours old` }])
    expect(await look({}, at(12) - 1)).toMatchObject([{ seen: `the newest in ${folder} is 8 hours old` }])
    expect(await look({}, at(12))).toMatchObject([
      { subject: 'backups', status: 'warning', seen: `the newest in ${folder} is 9 hours old` },
    ])
  })

  it('are a warning where the folder is none', async () => {
    expect(await look({ folder: join(folder, 'weir-2026.txt') })).toMatchObject([{ status: 'warning' }])
  })
})
