import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRights, readPath } from './rights.ts'

let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
  file = join(folder, 'weir.db')
  writeFileSync(file, '', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true }))

const look = async () => checkRights(await readPath(folder), [await readPath(file), await readPath(`${file}-wal`)], 1000)

describe('the rights', () => {
  it('are well when the folder is writable and closed to others', async () => {
    chmodSync(folder, 0o700)
    expect(await look()).toEqual([
      { subject: 'rights', status: 'ok', seen: `${folder} can be written by user 1000 and is closed to others`, remedy: '' },
    ])
  })

  it('are a warning for what others may read, with the command that closes it', async () => {
    chmodSync(folder, 0o755)
    chmodSync(file, 0o644)
    expect((await look()).map(({ status, remedy }) => [status, remedy])).toEqual([
      ['warning', `run: chmod 700 ${folder}`],
      ['warning', `run: chmod 600 ${file}`],
    ])
  })

  it('leave a folder alone that many share', async () => {
    chmodSync(folder, 0o1777)
    expect((await look()).map(({ status }) => status)).toEqual(['ok'])
  })

  it('are a fault where nothing can be written', () => {
    const reading = { path: '/srv/weir', mode: 0o40_700, isFolder: true, isWritable: false }
    expect(checkRights(reading, [], 1000)).toEqual([
      {
        subject: 'rights',
        status: 'fault',
        seen: '/srv/weir cannot be written by user 1000',
        remedy: 'run this command with the account of the server; if that is user 1000: chown 1000 /srv/weir',
      },
    ])
  })

  it.skipIf(process.platform !== 'linux')('are those of the account, however much it may', async () => {
    // The kernel lets nobody write it, root included.
    expect(await readPath('/proc/sys/kernel/ostype')).toMatchObject({ isFolder: false, isWritable: false })
    expect(await readPath(file)).toMatchObject({ isFolder: false, isWritable: true })
  })

  it('are a warning without a folder', async () => {
    const findings = checkRights(await readPath(join(folder, 'none')), [], 1000)
    expect(findings.map(({ status, seen }) => [status, seen])).toEqual([['warning', `there is no data folder ${folder}/none`]])
  })
})
