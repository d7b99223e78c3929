import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { BadKeyFile, createKeyFile, newRootKey, readKeyFile, replaceKeyFile } from './files/key-file.ts'
import { allOf, loadRootKeys, readRootKeys } from './root-key.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-key-'))
  file = join(folder, 'keys', 'secret.key')
})
afterEach(() => rmSync(folder, { recursive: true }))

const ofFile = () => ({ sessionSecret: '', nextSessionSecret: '', secretKeyFile: file })
const hex = (key: Uint8Array | undefined): string => Buffer.from(key ?? []).toString('hex')

describe('the key file', () => {
  it('is made on the first start, for its owner alone, and read again', async () => {
    const first = await loadRootKeys(ofFile())
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect([first.rootKey.length, first.otherRootKeys]).toEqual([32, []])
    expect(hex((await loadRootKeys(ofFile())).rootKey)).toBe(hex(first.rootKey))
    expect(hex((await readRootKeys(ofFile())).rootKey)).toBe(hex(first.rootKey))
  })

  it('is written once: of two first starts both have the same key', async () => {
    const starts = await Promise.all(Array.from({ length: 40 }, () => loadRootKeys(ofFile())))
    expect(new Set(starts.map(({ rootKey }) => hex(rootKey))).size).toBe(1)
    await expect(createKeyFile(file)).rejects.toThrow('EEXIST')
    expect(readdirSync(dirname(file))).toEqual([basename(file)])
  })

  it('is never there without its key, whoever looks while it is made', async () => {
    const seen = new Set<number>()
    for (let made = 0; made < 60; made++) {
      const each = `${file}-${made}`
      let isMade = false
      const making = createKeyFile(each).finally(() => {
        isMade = true
      })
      while (!isMade) {
        if (existsSync(each)) seen.add(readFileSync(each).length)
        await new Promise((resolve) => void setImmediate(resolve))
      }
      await making
      seen.add(readFileSync(each).length)
    }
    expect([...seen]).toEqual([65])
  })

  it('may hold two keys while one is replaced, and no third', async () => {
    await createKeyFile(file)
    const keys = [newRootKey(), newRootKey()]
    writeFileSync(`${file}.new`, 'left by a crash')
    await replaceKeyFile(file, keys)
    expect([existsSync(`${file}.new`), statSync(file).mode & 0o777]).toEqual([false, 0o600])
    expect((await readKeyFile(file)).map(hex)).toEqual(keys.map(hex))
    expect(allOf(await loadRootKeys(ofFile())).map(hex)).toEqual(keys.map(hex))
    await replaceKeyFile(file, [...keys, newRootKey()])
    await expect(readKeyFile(file)).rejects.toThrow('does not hold a key')
  })

  it.each(['', 'x', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\nx`])('that holds %p is refused', async (text) => {
    await createKeyFile(file)
    writeFileSync(file, text)
    const refused = readKeyFile(file)
    await expect(refused).rejects.toBeInstanceOf(BadKeyFile)
    await expect(refused).rejects.toThrow('expected 64 hexadecimal characters')
  })

  it.each([0o640, 0o604, 0o610])('that others may use (%o) is refused', async (mode) => {
    await createKeyFile(file)
    chmodSync(file, mode)
    await expect(loadRootKeys(ofFile())).rejects.toThrow('can be read by others: run chmod 600 on it')
  })

  it('that is missing is not made for a database that exists', async () => {
    await expect(readRootKeys(ofFile())).rejects.toThrow(
      `the key file ${file} is missing: restore it from your backup, or set SECRET_KEY_FILE`,
    )
  })

  it('that cannot be written is told with the reason', async () => {
    await expect(replaceKeyFile(join(folder, 'none', 'secret.key'), [newRootKey()])).rejects.toThrow('cannot be written (ENOENT)')
  })
})

describe('a secret that nodes share', () => {
  it('is the key, and no file is made', async () => {
    const keysOf = (sessionSecret: string, nextSessionSecret = '') => loadRootKeys({ ...ofFile(), sessionSecret, nextSessionSecret })
    const { rootKey, otherRootKeys } = await keysOf('tide-gate')
    expect(hex(rootKey)).toBe(hex((await keysOf('tide-gate')).rootKey))
    expect([rootKey.length, otherRootKeys, existsSync(file)]).toEqual([32, [], false])
    const next = await keysOf('tide-gate', 'mill-race')
    expect(allOf(next).map(hex)).toEqual([hex(rootKey), hex((await keysOf('mill-race')).rootKey)])
    expect(hex((await readRootKeys({ ...ofFile(), sessionSecret: 'tide-gate' })).rootKey)).toBe(hex(rootKey))
  })
})
