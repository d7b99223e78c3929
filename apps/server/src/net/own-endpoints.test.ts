import { describe, expect, it } from 'bun:test'
import { closeEndpoints } from './blocked-endpoints.ts'
import { createOutboundPolicy } from './outbound-policy.ts'
import { ownEndpoints } from './own-endpoints.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1'],
  'database.example': ['10.0.0.5'],
  'alias.example': ['10.0.0.5', '10.0.0.6'],
  'gateway.example': ['192.0.2.10'],
}
const resolve = async (host: string) => NAMES[host] ?? []
const machine = () => ['192.0.2.10', '2001:db8::10']

const POSTGRES = { kind: 'postgres', host: 'database.example', port: 5432, socketPath: undefined } as const
const SERVICES = { port: 3000, database: POSTGRES, redisUrl: 'redis://localhost' }

const isOpen = async (address: string): Promise<boolean> => {
  const policy = createOutboundPolicy([], () => 0, resolve)
  const addressesOf = closeEndpoints(policy, ownEndpoints(SERVICES), { resolve, machine })
  try {
    return (await addressesOf(new URL(address))).length > 0
  } catch {
    return false
  }
}

describe('SF-04 the server’s own services', () => {
  it.each([
    'http://127.0.0.1:3000/v1',
    'http://127.9.9.9:3000/',
    'http://[::1]:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'http://localhost:3000/',
    'http://gateway.example:3000/',
    'http://192.0.2.10:3000/',
    'http://[2001:db8::10]:3000/',
    'http://database.example:5432/',
    'http://10.0.0.5:5432/',
    'http://alias.example:5432/',
    'http://127.0.0.1:6379/',
    'http://gateway.example:6379/',
    'smtp://127.0.0.1:6379',
  ])('are not called at %s', async (address) => {
    expect(await isOpen(address)).toBe(false)
  })

  it.each([
    'http://127.0.0.1:11434/',
    'http://127.0.0.1/',
    'http://10.0.0.7:5432/',
    'http://10.0.0.5:8080/',
    'http://10.0.0.5:3000/',
    'https://gateway.example/',
  ])('leave everything else open: %s', async (address) => {
    expect(await isOpen(address)).toBe(true)
  })

  it('are the port itself where the database is a file or a socket', () => {
    const own = [{ host: '127.0.0.1', port: 8080 }]
    expect(ownEndpoints({ port: 8080, database: { kind: 'sqlite' }, redisUrl: '' })).toEqual(own)
    expect(ownEndpoints({ port: 8080, database: { ...POSTGRES, socketPath: '/run/postgres' }, redisUrl: '' })).toEqual(own)
    const [, redis] = ownEndpoints({ port: 1, database: { kind: 'sqlite' }, redisUrl: 'rediss://[2001:db8::7]:7000/1' })
    expect(redis).toEqual({ host: '2001:db8::7', port: 7000 })
  })

  it('are those of a database for the log too', () => {
    const logDatabase = { kind: 'mysql', host: 'logs.example', port: 3306, socketPath: undefined } as const
    expect(ownEndpoints({ port: 1, database: { kind: 'sqlite' }, logDatabase, redisUrl: '' })).toEqual([
      { host: '127.0.0.1', port: 1 },
      { host: 'logs.example', port: 3306 },
    ])
  })
})
