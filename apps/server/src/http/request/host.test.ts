import { describe, expect, it } from 'bun:test'
import { hostState } from './host.ts'

const stateOf = (host: string): string => hostState(new Request('http://weir.test/', { headers: { host } }))

describe('a Host header', () => {
  it('is a name or an address, with a port or without', () => {
    const hosts = ['weir.test', 'localhost:3000', 'weir_1', '192.0.2.7:80', '[::1]', '[2001:db8::7]:3000', 'xn--fiq228c.example']
    for (const host of hosts) expect(`${host} ${stateOf(host)}`).toBe(`${host} plain`)
  })

  it('is missing where the address of the request is a path alone', () => {
    expect(hostState({ headers: new Headers(), url: '/v1/models' })).toBe('missing')
    expect(hostState({ headers: new Headers(), url: 'http://weir.test/v1/models' })).toBe('plain')
  })

  it('is nothing else, and comes once', () => {
    const hosts = ['a b', 'a, b', 'x/y', 'x?y', 'x#y', 'x@y', ':80', 'a:b:c', '[::1', '<x>', 'a:123456', '%zz', 'é', 'a'.repeat(300)]
    for (const host of hosts) expect(`${host} ${stateOf(host)}`).toBe(`${host} malformed`)
  })
})
