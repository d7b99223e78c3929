import { describe, expect, it } from 'bun:test'
import { parseDsn, parseLogDsn } from './dsn.ts'
import { BadDsn } from './errors.ts'

const parse = (dsn: string) => parseDsn(dsn, '/data/weir.db')

const messageIn = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof BadDsn) return error.message
    throw error
  }
  return 'accepted'
}

const messageOf = (dsn: string): string => messageIn(() => parse(dsn))

describe('database address', () => {
  it('means the embedded database when it is empty', () => {
    expect(parse('  ')).toEqual({ kind: 'sqlite', path: '/data/weir.db' })
  })

  it('reads both spellings of PostgreSQL with encoded credentials', () => {
    const expected = {
      kind: 'postgres',
      host: 'db.example',
      port: 5433,
      socketPath: undefined,
      user: 'me@home',
      password: 'p@ss/word',
      database: 'weir',
      tls: 'verify',
    } as const
    for (const scheme of ['postgres', 'postgresql']) {
      expect(parse(`${scheme}://me%40home:p%40ss%2Fword@db.example:5433/weir?sslmode=verify-full`)).toEqual(expected)
    }
  })

  it('fills in the usual ports and no encryption', () => {
    expect(parse('postgres://me@[::1]/weir')).toMatchObject({ host: '::1', port: 5432, password: '', tls: 'off' })
    expect(parse('mysql://me:x@db/weir')).toMatchObject({ kind: 'mysql', host: 'db', port: 3306 })
  })

  it('reads a socket directory of PostgreSQL', () => {
    expect(parse('postgres://me@localhost/weir?host=/run/postgresql')).toMatchObject({ socketPath: '/run/postgresql' })
  })

  it('reads the older MySQL form, whatever the password contains', () => {
    expect(parse('root:p@ss:w/rd@tcp(10.0.0.1:3307)/weir?charset=utf8mb4&tls=skip-verify')).toEqual({
      kind: 'mysql',
      host: '10.0.0.1',
      port: 3307,
      socketPath: undefined,
      user: 'root',
      password: 'p@ss:w/rd',
      database: 'weir',
      tls: 'accept-any',
    })
    expect(parse('root@tcp([fe80::1]:3307)/weir')).toMatchObject({ host: 'fe80::1', port: 3307, password: '' })
    expect(parse('root:x@tcp(db)/weir')).toMatchObject({ host: 'db', port: 3306 })
    expect(parse('root:x@unix(/run/mysqld/mysqld.sock)/weir')).toMatchObject({ socketPath: '/run/mysqld/mysqld.sock', database: 'weir' })
  })

  it('names the part that is wrong and never the password', () => {
    const cases = [
      ['oracle://me:hunter2@db/weir', 'oracle://'],
      ['postgres://me:hunter2@db', 'database name'],
      ['postgres://me:hunter2@/weir', 'not a valid'],
      ['postgres://me:hunter2@db:70000/weir', 'not a valid'],
      ['postgres://me:hunter2%@db/weir', 'password'],
      ['postgres://me:hunter2@db/weir?sslmode=maybe', 'sslmode'],
      ['me:hunter2@tcp(db:port)/weir', 'port'],
      ['me:hunter2@tcp(db:0)/weir', 'port'],
      ['me:hunter2@tcp()/weir', 'host'],
      ['me:hunter2@udp(db)/weir', 'tcp(host:port)'],
      ['me:hunter2@unix()/weir', 'socket path'],
      ['me:hunter2@tcp(db)/', 'database name'],
      ['hunter2', 'expected'],
      ['sqlite:///var/lib/weir.db', 'SQL_DSN: leave it empty for SQLite, whose file is weir.db in DATA_DIR'],
      ['file:weir.db', 'SQL_DSN: leave it empty for SQLite, whose file is weir.db in DATA_DIR'],
    ] as const
    for (const [dsn, part] of cases) {
      expect(messageOf(dsn)).toContain(part)
      expect(messageOf(dsn)).not.toContain('hunter2')
    }
  })

  it('of the log may be empty or a path as well, and names its own variable', () => {
    expect(parseLogDsn(' ')).toBeUndefined()
    expect(parseLogDsn('/var/lib/weir/log.db')).toEqual({ kind: 'sqlite', path: '/var/lib/weir/log.db', flushesCommits: true })
    expect(parseLogDsn('postgres://me:hunter2@db/logs')).toMatchObject({ kind: 'postgres', host: 'db', database: 'logs' })
    const cases = [
      ['oracle://me:hunter2@db/logs', 'LOG_SQL_DSN: "oracle://" is not known'],
      ['sqlite3://logs.db', 'LOG_SQL_DSN: for SQLite give the path of the file alone'],
      ['me:hunter2@db/logs', 'LOG_SQL_DSN: expected tcp(host:port) or unix(/path) between @ and /'],
    ] as const
    for (const [dsn, problem] of cases) {
      const said = messageIn(() => parseLogDsn(dsn))
      expect(said).toContain(problem)
      expect(said).not.toContain('hunter2')
    }
  })
})
