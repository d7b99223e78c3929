import { describe, expect, it } from 'bun:test'
import { StoreHalfRestored, StoreUnavailable, WrongKey } from '@weir/store/errors'
import { ConfigError, readConfig } from '../config.ts'
import { BadKeyFile } from './key-file.ts'
import { DataDirInUse } from './node-identity.ts'
import { explainStartError } from './start-error.ts'

const config = readConfig({ PORT: '4000', DATA_DIR: '/srv/weir', SQLITE_PATH: '/srv/weir/w.db', SECRET_KEY_FILE: '/srv/weir/w.key' })
const coded = (code: string, error = new Error('as the system says')): Error => Object.assign(error, { code })
const folder = 'the data folder /srv/weir cannot be written: check its owner and rights, or set DATA_DIR'

describe('what stopped the start', () => {
  it.each([
    ['EADDRINUSE', 'port 4000 is in use: stop the other program, or set PORT'],
    ['EACCES', folder],
    ['EPERM', folder],
    ['EROFS', folder],
    ['ENOTDIR', folder],
    ['EEXIST', folder],
    ['SQLITE_CANTOPEN', folder],
    ['SQLITE_READONLY', folder],
    ['SQLITE_NOTADB', '/srv/weir/w.db is not a SQLite database'],
    ['EWHATEVER', undefined],
  ])('%s: %s', (code, text) => {
    expect(explainStartError(coded(code), config)).toBe(text as string)
  })

  it('is told by errors that are written for the operator', () => {
    for (const error of [
      new ConfigError('PORT', 'x', 'a number'),
      new BadKeyFile('no key'),
      new DataDirInUse('in use'),
      new StoreHalfRestored('half'),
    ])
      expect(explainStartError(error, config)).toBe(error.message)
    expect(explainStartError(new Error('a bug'), config)).toBeUndefined()
    expect(explainStartError('a bug', config)).toBeUndefined()
  })

  it('is the file of the embedded database, or what the server of another says', () => {
    const inner = (code: string) => new StoreUnavailable('the database cannot be reached', { cause: coded(code) })
    expect(explainStartError(inner('SQLITE_NOTADB'), config)).toBe('/srv/weir/w.db is not a SQLite database')
    expect(explainStartError(inner('ECONNREFUSED'), config)).toBe('the database cannot be reached')
  })

  it('is the wrong key', () => {
    expect(explainStartError(new WrongKey(), config)).toBe(
      'the key in /srv/weir/w.key is not the one this database was made with: restore the right key file',
    )
  })
})
