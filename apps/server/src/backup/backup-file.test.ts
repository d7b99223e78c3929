import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { CommandError } from '../commands.ts'
import { writeBackupFile } from './backup-file.ts'
import { refuseTarget } from './whole-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-backup-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lines = async function* () {
  yield 'one\n'
  yield 'two\n'
}
const write = (path: string, beforeName: () => Promise<void> = () => Promise.resolve()) =>
  writeBackupFile({ path, lines: lines(), seal: undefined, beforeName })
const failureOf = (work: Promise<void>) => work.catch((error: unknown) => error)

describe('the file of a backup', () => {
  it('has its name when it is whole, for its owner alone, and nothing else is left', async () => {
    const path = join(folder, 'a.backup')
    await write(path, () => {
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/^a\.backup\.[0-9a-f]{8}\.partial$/)])
      return Promise.resolve()
    })
    expect(gunzipSync(readFileSync(path)).toString()).toBe('one\ntwo\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['a.backup'])
  })

  it('is told as not written where there is no place for it', async () => {
    const path = join(folder, 'none', 'a.backup')
    const error = await failureOf(write(path))
    expect(error).toBeInstanceOf(CommandError)
    expect(String(error)).toBe(`CommandError: ${path} cannot be written (ENOENT)`)
  })

  it('takes the place of no other, also of one that came while it was written', async () => {
    const path = join(folder, 'a.backup')
    const error = await failureOf(
      write(path, () => {
        writeFileSync(path, 'of somebody else')
        return Promise.resolve()
      }),
    )
    expect(error).toBeInstanceOf(CommandError)
    expect(String(error)).toBe(`CommandError: ${path} exists already; nothing was written`)
    expect(readFileSync(path, 'utf8')).toBe('of somebody else')
    expect(readdirSync(folder)).toEqual(['a.backup'])
  })

  it('leaves nothing where its end fails, and the failure as it was', async () => {
    const bug = new TypeError('x is undefined')
    expect(await failureOf(write(join(folder, 'a.backup'), () => Promise.reject(bug)))).toBe(bug)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused before anything is read where it could not be written', () => {
    writeFileSync(join(folder, 'there'), '')
    expect(() => refuseTarget(join(folder, 'none', 'a.backup'))).toThrow(`there is no folder ${join(folder, 'none')}`)
    expect(() => refuseTarget(join(folder, 'there'))).toThrow(`${join(folder, 'there')} exists already; nothing was written`)
    expect(() => refuseTarget(join(folder, 'fresh'))).not.toThrow()
  })
})
