import { describe, expect, it } from 'bun:test'
import { StoreHalfRestored, StoreUnavailable, WrongKey } from '@weir/store/errors'
import { ConfigError, readConfig } from '../config.ts'
import { BadKeyFile } from './files/key-file.ts'
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
    ['ENOSPC', 'there is no room left in the data folder /srv/weir: free some, or set DATA_DIR'],
    ['SQLITE_FULL', 'there is no room left in the data folder /srv/weir: free some, or set DATA_DIR'],
    ['ENOENT', undefined],
    ['EWHATEVER', undefined],
  ])('%s: %s', (code, text) => {
    expect(explainStartError(coded(code), config)).toBe(text as string)
  })

  it('is the address or the port, where the system refuses to listen', () => {
    const refused = (code: string, host = '0.0.0.0') =>
      explainStartError(Object.assign(coded(code), { syscall: 'listen' }), { ...config, port: 81, host })
    expect(refused('EACCES')).toBe(
      'this account may not listen on port 81: set PORT to 1024 or above, or give it the right (CAP_NET_BIND_SERVICE)',
    )
    expect(refused('EADDRNOTAVAIL', '203.0.113.7')).toBe(
      'HOST="203.0.113.7" is no address of this machine: set it to one, or leave it out to listen on all of them',
    )
    expect(refused('EADDRINUSE')).toBe('port 81 is in use: stop the other program, or set PORT')
  })

  it('is the data folder, where none can be made', () => {
    expect(explainStartError(Object.assign(coded('ENOENT'), { syscall: 'mkdir' }), config)).toBe(folder)
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

  it('names the variable in which the address of a database server is', () => {
    const refused = (message: string, dsn: string) => explainStartError(new StoreUnavailable(message), { ...config, dsn })
    const remedy = 'start the database server, and check host, user and password in'
    const unreached = 'PostgreSQL: connect ECONNREFUSED 127.0.0.1:5432'
    expect(refused(unreached, 'postgres://db/weir')).toBe(`${unreached}: ${remedy} SQL_DSN`)
    expect(refused('MySQL: Access denied', 'mysql://db/weir')).toBe(`MySQL: Access denied: ${remedy} SQL_DSN`)
    expect(refused(`LOG_SQL_DSN: ${unreached}`, '')).toBe(`LOG_SQL_DSN: ${unreached}: ${remedy} LOG_SQL_DSN`)
    expect(refused(unreached, '')).toBe(`${unreached}: ${remedy} the address`)
  })

  it('is the wrong key', () => {
    expect(explainStartError(new WrongKey(), config)).toBe(
      'the key in /srv/weir/w.key is not the one this database was made with: restore the right key file',
    )
    expect(explainStartError(new WrongKey(), { ...config, sessionSecret: 'x'.repeat(32) })).toBe(
      'SESSION_SECRET is not the one this database was made with: set it as it was, or leave it out where a key file was used',
    )
  })
})
