import { afterEach, describe, expect, it } from 'bun:test'
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/product.ts'
import { Weir } from '../harness/weir.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const freshFolder = (): string => {
  const parent = temporaryFolder()
  cleanups.push(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

const start = async (dataDir: string, environment = {}): Promise<Weir> => {
  const weir = await Weir.start({ dataDir, environment })
  cleanups.push(() => weir.close())
  return weir
}

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)
const modesIn = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

describe('the data', () => {
  it('is for the account of the server alone from the first start', async () => {
    const dataDir = freshFolder()
    await start(dataDir)
    expect(modeOf(dataDir)).toBe('700')
    expect(modesIn(dataDir)).toEqual({
      'node.lock': '600',
      'secret.key': '600',
      'weir.db': '600',
      'weir.db-shm': '600',
      'weir.db-wal': '600',
    })
  })

  it('is closed to others when an earlier version left it open', async () => {
    const dataDir = freshFolder()
    const weir = await start(dataDir)
    await weir.kill()
    for (const name of readdirSync(dataDir)) if (name !== 'secret.key') chmodSync(join(dataDir, name), 0o644)
    chmodSync(dataDir, 0o755)
    await start(dataDir, { WORKERS: '2' })
    expect(modeOf(dataDir)).toBe('700')
    const modes = modesIn(dataDir)
    expect(Object.keys(modes)).toContain('weir.db-wal')
    expect(Object.entries(modes).filter(([, mode]) => mode !== '600')).toEqual([])
  })

  it('lies in a folder that many share without closing it', async () => {
    const dataDir = temporaryFolder()
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
    chmodSync(dataDir, 0o1777)
    await start(dataDir)
    expect([modeOf(dataDir), modeOf(join(dataDir, 'weir.db'))]).toEqual(['1777', '600'])
  })
})
