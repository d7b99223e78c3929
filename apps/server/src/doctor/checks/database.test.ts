import { describe, expect, it } from 'bun:test'
import { describeAddress, parseDsn } from '@weir/store/dsn'
import { StoreMissing, StoreUnavailable } from '@weir/store/errors'
import type { Inspection } from '@weir/store/inspection/inspect-store'
import { TookTooLong } from '../within.ts'
import { checkDatabase, explainNoDatabase } from './database.ts'

const server = parseDsn('postgres://weir:hidden@db.example/gateway', '')
const file = parseDsn('', '/srv/weir/weir.db')

const look = (over: Partial<Inspection> = {}) =>
  checkDatabase('/srv/weir/weir.db', {
    pending: [],
    unknown: [],
    isHalfRestored: false,
    drift: { missing: [], foreign: [] },
    isRightKey: true,
    options: new Map(),
    channels: [],
    clockAheadMs: undefined,
    ...over,
  }).map(({ subject, status }) => [subject, status])

describe('the database', () => {
  it('is well when it answers, is up to date and opens with the key', () => {
    expect(look()).toEqual([
      ['database', 'ok'],
      ['schema', 'ok'],
    ])
  })

  it('is a fault when it is newer than the program, and a warning when it is older', () => {
    expect(look({ unknown: ['9999-later'], pending: ['0020-budgets'] })[1]).toEqual(['schema', 'fault'])
    expect(look({ pending: ['0020-budgets'] })[1]).toEqual(['schema', 'warning'])
  })

  it('MG-07 is a fault where columns were removed by hand, and a warning where some were added', () => {
    expect(look({ drift: { missing: ['users.email'], foreign: ['users.nickname'] } })[1]).toEqual(['schema', 'fault'])
    expect(look({ drift: { missing: [], foreign: ['users.nickname'] } })[1]).toEqual(['schema', 'warning'])
  })

  it('is a fault while a restore into it has not ended', () => {
    expect(look({ isHalfRestored: true, pending: ['0020-budgets'] })[1]).toEqual(['schema', 'fault'])
  })

  it('is a fault with a key of another database, and no fault of its own when there was no key to try', () => {
    expect(look({ isRightKey: false })[2]).toEqual(['root key', 'fault'])
    expect(look({ isRightKey: undefined })).toHaveLength(2)
  })

  it('is named without its password', () => {
    expect(describeAddress(server)).toBe('PostgreSQL gateway at db.example:5432')
    expect(describeAddress(parseDsn('weir:hidden@unix(/run/mysqld.sock)/gateway', ''))).toBe('MySQL gateway at /run/mysqld.sock')
  })

  it('says why it cannot be read and what to do', () => {
    expect(explainNoDatabase(file, new StoreMissing('x'))).toMatchObject({
      status: 'fault',
      seen: 'there is no data of Weir in /srv/weir/weir.db',
    })
    expect(explainNoDatabase(server, new StoreUnavailable('PostgreSQL: connection refused'))).toEqual({
      subject: 'database',
      status: 'fault',
      seen: 'PostgreSQL gateway at db.example:5432 cannot be read: PostgreSQL: connection refused',
      remedy: 'start the database server, and check address, user and password in SQL_DSN',
    })
    expect(explainNoDatabase(server, new TookTooLong(5000)).seen).toEndWith('cannot be read: no answer within 5 s')
  })
})
