import { afterEach, beforeEach, expect, it, spyOn } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepDataPrivate } from './private-files.ts'

let folder: string
const before = process.umask()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-private-'))
})
afterEach(() => {
  process.umask(before)
  rmSync(folder, { recursive: true })
})

const modeOf = (path: string): number => statSync(path).mode & 0o7777
const config = () => ({ dataDir: join(folder, 'data'), sqlitePath: join(folder, 'data', 'weir.db') })

it('closes what an earlier version left readable, and what is made from now on', async () => {
  const { dataDir, sqlitePath } = config()
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const files = [sqlitePath, `${sqlitePath}-wal`, `${sqlitePath}-shm`, `${sqlitePath}-journal`, join(dataDir, 'node.lock')]
  const other = join(dataDir, 'notes.txt')
  for (const file of [...files, other]) writeFileSync(file, '')
  for (const file of [...files, other]) chmodSync(file, 0o644)
  await keepDataPrivate(config())
  expect(modeOf(dataDir)).toBe(0o700)
  expect(files.map(modeOf)).toEqual(files.map(() => 0o600))
  expect(modeOf(other)).toBe(0o644)
  writeFileSync(join(dataDir, 'new'), '')
  expect(modeOf(join(dataDir, 'new'))).toBe(0o600)
})

it('makes the folder, and leaves stricter rights as they are', async () => {
  await keepDataPrivate(config())
  expect(modeOf(config().dataDir)).toBe(0o700)
  chmodSync(config().dataDir, 0o500)
  await keepDataPrivate(config())
  expect(modeOf(config().dataDir)).toBe(0o500)
})

it('leaves a folder that many share open', async () => {
  const { dataDir } = config()
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o1777)
  await keepDataPrivate(config())
  expect(modeOf(dataDir)).toBe(0o1777)
})

it('says nothing about files that are not there, and the folder is there when it ends', async () => {
  const written = spyOn(process.stdout, 'write').mockImplementation(() => true)
  try {
    await keepDataPrivate(config())
    expect(statSync(config().dataDir).isDirectory()).toBe(true)
    expect(written.mock.calls).toEqual([])
  } finally {
    written.mockRestore()
  }
})
