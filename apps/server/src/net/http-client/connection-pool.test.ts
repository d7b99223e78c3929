import { afterEach, beforeEach, describe, expect, it, jest, spyOn } from 'bun:test'
import { ConnectionPool } from './connection-pool.ts'
import type { Connection } from './connection.ts'

let nowMs = 0

beforeEach(() => {
  nowMs = 0
  jest.useFakeTimers()
  spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

const connectionTo = (destroyed: string[], name: string, isClosed = false): Connection => {
  const connection = { name, isClosed, destroy: () => void destroyed.push(name) }
  return connection as unknown as Connection
}

const nameOf = (connection: Connection | undefined): unknown => connection && Reflect.get(connection, 'name')

const pass = (ms: number): void => {
  nowMs += ms
  jest.advanceTimersByTime(ms)
}

describe('connections that wait for a request', () => {
  it('are used newest first, each where it leads, and not when they are closed', () => {
    const pool = new ConnectionPool()
    for (const name of ['one', 'two']) pool.give('a', connectionTo([], name))
    pool.give('a', connectionTo([], 'closed', true))
    expect(pool.take('b')).toBeUndefined()
    expect([nameOf(pool.take('a')), nameOf(pool.take('a')), pool.take('a')]).toEqual(['two', 'one', undefined])
  })

  it('are at most 256 for one destination', () => {
    const destroyed: string[] = []
    const pool = new ConnectionPool()
    for (let at = 0; at < 257; at++) pool.give('a', connectionTo(destroyed, `c${at}`))
    pool.give('b', connectionTo(destroyed, 'other'))
    expect([destroyed, nameOf(pool.take('a'))]).toEqual([['c256'], 'c255'])
  })

  it('are closed after 55 seconds, looked at every ten', () => {
    const destroyed: string[] = []
    const pool = new ConnectionPool()
    pool.give('a', connectionTo(destroyed, 'old'))
    pass(5001)
    pool.give('a', connectionTo(destroyed, 'new'))
    pass(44_999)
    expect(destroyed).toEqual([])
    pass(10_000)
    expect([destroyed, nameOf(pool.take('a'))]).toEqual([['old'], 'new'])
  })

  it('are looked at no more when there are none, and again when there are', () => {
    const pool = new ConnectionPool()
    pool.give('a', connectionTo([], 'closed', true))
    expect(jest.getTimerCount()).toBe(1)
    pass(10_000)
    expect(jest.getTimerCount()).toBe(0)
    pool.give('a', connectionTo([], 'open'))
    expect(jest.getTimerCount()).toBe(1)
  })
})
