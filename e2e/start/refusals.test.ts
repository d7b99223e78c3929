import { afterAll, afterEach, describe, expect, it } from 'bun:test'
import { Database } from 'bun:sqlite'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, type Environment } from '../harness/product.ts'
import { freePort } from '../../tools/test-servers/process.ts'
import { runWeir } from '../harness/run-weir.ts'
import { Weir } from '../harness/weir.ts'

const folders: string[] = []
const servers: Weir[] = []

const folder = (): string => {
  const made = temporaryFolder()
  folders.push(made)
  return made
}

const start = async (dataDir: string): Promise<Weir> => {
  const weir = await Weir.start({ dataDir })
  servers.push(weir)
  return weir
}

afterEach(async () => {
  for (const weir of servers.splice(0)) await weir.close()
})

afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

/** A start that must fail: one line on stderr, nothing on stdout, exit code 1. */
const refusalOf = async (environment: Environment): Promise<string> => {
  const { code, stdout, stderr } = await runWeir([], { PORT: String(await freePort()), ...environment })
  expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2])
  return stderr.trimEnd()
}

describe('a start is refused with one clear line', () => {
  it('for a port that is none', async () => {
    for (const port of ['abc', '0', '65536', '80.5', '-1']) {
      const line = await refusalOf({ PORT: port, DATA_DIR: folder() })
      expect(line).toBe(`weir: PORT="${port}" is not usable: a port number from 1 to 65535`)
    }
  })

  it('for a port in use', async () => {
    const weir = await start(folder())
    const { port } = new URL(weir.url)
    expect(await refusalOf({ PORT: port, DATA_DIR: folder() })).toBe(`weir: port ${port} is in use: stop the other program, or set PORT`)
  })

  it('for a data folder that cannot be written', async () => {
    const file = join(folder(), 'not-a-folder')
    writeFileSync(file, '')
    for (const dataDir of [file, join(file, 'below')]) {
      expect(await refusalOf({ DATA_DIR: dataDir })).toBe(
        `weir: the data folder ${dataDir} cannot be written: check its owner and rights, or set DATA_DIR`,
      )
    }
  })

  it('for a data folder that another server uses', async () => {
    const weir = await start(folder())
    expect(await refusalOf({ DATA_DIR: weir.dataDir })).toBe(
      `weir: another Weir is running with the data in ${weir.dataDir}: stop it first, or choose another DATA_DIR`,
    )
  })

  it('for a key file that holds no key', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'secret.key'), 'not a key', { mode: 0o600 })
    expect(await refusalOf({ DATA_DIR: dataDir })).toBe(
      `weir: the key file ${dataDir}/secret.key does not hold a key: expected 64 hexadecimal characters, or two such lines while the key is replaced. Restore it from your backup`,
    )
  })

  it('for a key file that others can read', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'secret.key'), '0'.repeat(64), { mode: 0o600 })
    chmodSync(join(dataDir, 'secret.key'), 0o644)
    expect(await refusalOf({ DATA_DIR: dataDir })).toBe(
      `weir: the key file ${dataDir}/secret.key can be read by others: run chmod 600 on it`,
    )
  })

  it('for the key file of another database, and nothing is changed', async () => {
    const weir = await start(folder())
    await weir.stop()
    const other = join(folder(), 'other.key')
    writeFileSync(other, '0'.repeat(64), { mode: 0o600 })
    expect(await refusalOf({ DATA_DIR: weir.dataDir, SECRET_KEY_FILE: other })).toBe(
      `weir: the key in ${other} is not the one this database was made with: restore the right key file`,
    )
    await start(weir.dataDir)
  })

  it('for a file that is no database', async () => {
    const dataDir = folder()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'weir.db'), 'something else entirely, and long enough to be looked at'.repeat(100))
    expect(await refusalOf({ DATA_DIR: dataDir })).toBe(`weir: ${dataDir}/weir.db is not a SQLite database`)
  })

  it('for a database that does not answer, without its password', async () => {
    const port = await freePort()
    for (const dsn of [
      `postgres://weir:pass-9137@127.0.0.1:${port}/weir`,
      `mysql://weir:pass-9137@127.0.0.1:${port}/weir`,
      `weir:pass-9137@tcp(127.0.0.1:${port})/weir`,
    ]) {
      const line = await refusalOf({ DATA_DIR: folder(), SQL_DSN: dsn })
      expect(line).toMatch(/^weir: (PostgreSQL|MySQL): .+/)
      expect(line).toContain(String(port))
      expect(line).not.toContain('pass-9137')
    }
  })

  it('for an address of a database that cannot be read, without its password', async () => {
    for (const dsn of ['oracle://weir:pass-9137@host/db', 'weir:pass-9137@nowhere', 'postgres://weir:pass-9137@host']) {
      const line = await refusalOf({ DATA_DIR: folder(), SQL_DSN: dsn })
      expect(line).toStartWith('weir: SQL_DSN: ')
      expect(line).not.toContain('pass-9137')
    }
  })

  it('for a secret that is too short or too common, without showing it', async () => {
    expect(await refusalOf({ DATA_DIR: folder(), INITIAL_ROOT_PASSWORD: 'abc-91' })).toBe(
      'weir: INITIAL_ROOT_PASSWORD="***" is not usable: empty, or 8 to 128 characters',
    )
    expect(await refusalOf({ DATA_DIR: folder(), INITIAL_ROOT_PASSWORD: '123456789' })).toBe(
      'weir: INITIAL_ROOT_PASSWORD="***" is not usable: this password is too common and easily guessed, choose another one',
    )
    expect(await refusalOf({ DATA_DIR: folder(), SESSION_SECRET: 'short' })).toBe(
      'weir: SESSION_SECRET="***" is not usable: empty, or at least 32 random characters shared by all nodes',
    )
  })
})

describe('a command', () => {
  it('that does not exist is refused with the list of those that do', async () => {
    const { code, stdout, stderr } = await runWeir(['fly'], { DATA_DIR: folder() })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toStartWith('weir: unknown command fly\n')
    expect(stderr).toContain('weir ledger verify')
  })

  it('creates nothing in a folder without a database', async () => {
    for (const args of [
      ['passwd', 'root'],
      ['ledger', 'verify'],
      ['ledger', 'reset'],
    ]) {
      const dataDir = folder()
      const { code, stdout, stderr } = await runWeir(args, { DATA_DIR: dataDir }, 'a better password\n')
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toBe(`weir: there is no database at ${dataDir}/weir.db: set DATA_DIR or SQLITE_PATH as the server has them\n`)
      expect(readdirSync(dataDir)).toEqual([])
      const below = join(dataDir, 'not', 'there')
      expect((await runWeir(args, { DATA_DIR: below })).code).toBe(1)
      expect(readdirSync(dataDir)).toEqual([])
    }
  })

  it('makes no tables in a database of something else', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'secret.key'), '0'.repeat(64), { mode: 0o600 })
    const path = join(dataDir, 'weir.db')
    using other = new Database(path, { create: true })
    other.run('create table recipes (name text)')
    const { code, stdout, stderr } = await runWeir(['ledger', 'verify'], { DATA_DIR: dataDir })
    expect([code, stdout, stderr]).toEqual([1, '', 'weir: this database holds no data of Weir: check DATA_DIR, SQLITE_PATH and SQL_DSN\n'])
    expect(other.query('select name from sqlite_master').all()).toEqual([{ name: 'recipes' }])
  })

  it('makes no new key for a database whose key is missing', async () => {
    const weir = await start(folder())
    await weir.stop()
    rmSync(join(weir.dataDir, 'secret.key'))
    const { code, stderr } = await runWeir(['ledger', 'verify'], { DATA_DIR: weir.dataDir })
    expect([code, stderr]).toEqual([
      1,
      `weir: the key file ${weir.dataDir}/secret.key is missing: restore it from your backup, or set SECRET_KEY_FILE\n`,
    ])
    expect(existsSync(join(weir.dataDir, 'secret.key'))).toBe(false)
  })

  it('prints the version and nothing else', async () => {
    const { code, stdout } = await runWeir(['version'], { DATA_DIR: folder() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
