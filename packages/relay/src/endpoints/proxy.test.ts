import { describe, expect, it } from 'bun:test'
import type { Caller } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayProxy, type ProxyInput } from './proxy.ts'

const channel = { id: 7, baseUrl: 'https://upstream.example', groups: ['default'] }
const ports = {
  clock: () => 0,
  pool: { snapshot: () => Promise.resolve({ byId: (id: number) => (id === 7 ? channel : undefined) }) },
} as unknown as Ports

const refusal = async (input: Partial<ProxyInput>, caller: Partial<Caller> = {}): Promise<unknown> => {
  const asked = { channelId: 7, method: 'GET', target: '/v1/models', contentType: '', accept: '', body: new Uint8Array(), ...input }
  try {
    await relayProxy(asked as ProxyInput, { isAdmin: true, group: 'default', ...caller } as unknown as Caller, ports)
    return 'passed on'
  } catch (error) {
    return error instanceof RelayRefusal ? `${error.kind}: ${error.text('en')}` : error
  }
}

describe('a request for one channel', () => {
  it('is refused by a method that is not passed on, with both in the words', async () => {
    expect(await refusal({ method: 'PROPFIND' })).toBe('unknown-path: Invalid URL (PROPFIND /v1/oneapi/proxy)')
  })

  it('is for administrators, within their group', async () => {
    expect(await refusal({}, { isAdmin: false })).toBe('channel-pinned: Only administrators may choose a channel')
    expect(await refusal({}, { group: 'vip' })).toBe('invalid-channel: Channel 7 does not exist or is disabled')
    expect(await refusal({ channelId: 8 })).toBe('invalid-channel: Channel 8 does not exist or is disabled')
  })

  it.each(['/../x', '/v1/%2e%2e/x', '/a%2f..%2fb', '/a\\..\\b', '.evil.example/x', ':1@evil.example/'])(
    'stays below the address of the channel: %s',
    async (target) => {
      expect(await refusal({ target })).toContain("The path must stay below the channel's address")
    },
  )
})
