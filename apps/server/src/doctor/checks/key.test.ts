import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkKey, keysOf, readKey } from './key.ts'

const LINE = `${'07'.repeat(32)}\n`
let folder = ''
let file = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-doctor-'))
  file = join(folder, 'secret.key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const look = async ({ sessionSecret = '', hasData = true } = {}) =>
  checkKey(await readKey({ sessionSecret, nextSessionSecret: '', secretKeyFile: file }), { file, hasData })

const write = (text: string, mode = 0o600): void => {
  writeFileSync(file, text)
  chmodSync(file, mode)
}

describe('the root key', () => {
  it('is well in a file of its own, and is not shown', async () => {
    write(LINE)
    const finding = await look()
    expect(finding).toEqual({ subject: 'root key', status: 'ok', seen: file, remedy: '' })
    const reading = await readKey({ sessionSecret: '', nextSessionSecret: '', secretKeyFile: file })
    expect(keysOf(reading)).toEqual([new Uint8Array(32).fill(7)])
  })

  it('is well in SESSION_SECRET, whatever the file is', async () => {
    expect(await look({ sessionSecret: 'x'.repeat(40) })).toMatchObject({ status: 'ok', seen: 'SESSION_SECRET' })
  })

  it('is a fault when it is missing beside data, and is not made', async () => {
    expect(await look()).toMatchObject({ status: 'fault', seen: `there is no key file ${file}` })
    expect(await look({ hasData: false })).toMatchObject({
      status: 'ok',
      seen: `there is no key file ${file} yet; the first start makes it`,
    })
    expect(existsSync(file)).toBe(false)
  })

  it('is a fault when others may read it, with the command that closes it', async () => {
    write(LINE, 0o644)
    expect(await look()).toMatchObject({ status: 'fault', remedy: `run: chmod 600 ${file}` })
  })

  it('is a fault when the file holds something else', async () => {
    write('not a key')
    expect(await look()).toMatchObject({ status: 'fault', remedy: 'restore it from your backup' })
  })

  it('asks to end a replacement that was begun', async () => {
    write(LINE + `${'08'.repeat(32)}\n`)
    expect(await look()).toMatchObject({ status: 'warning', remedy: 'run weir rotate-key to end it' })
  })
})
