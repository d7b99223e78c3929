import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

describe('replies of the management API', () => {
  it('WB-01 WB-02 are never cached, guessed at or framed, whatever their status', async () => {
    const { cookie } = await harness.member(Role.user)
    const calls = [
      ...harness.routes.map(({ endpoint }) => [endpoint.method, endpoint.path.replace(':id', 'x'), {}] as const),
      ['GET', '/api/user/self', { cookie }],
      ['GET', '/api/option/', { cookie }],
      ['GET', '/api/nothing-here', {}],
    ] as const
    for (const [method, path, options] of calls) {
      const { headers } = await harness.call(method, path, options)
      expect([path, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([path, 'no-store', 'nosniff'])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  it('WB-01 keep browsers to TLS once it is there, and say nothing of it before', async () => {
    const proxied = await openServerHarness({ trustedProxies: ['192.0.2.1'] })
    const over = async (path: string, protocol: string, peer = '192.0.2.1') => {
      const headers = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': protocol }
      return (await proxied.call('GET', path, { headers, peer })).headers.get('strict-transport-security')
    }
    for (const path of ['/api/status', '/api/nothing-here', '/', '/login', '/assets/gone.js']) {
      expect([path, await over(path, 'https')]).toEqual([path, 'max-age=31536000'])
      expect([path, await over(path, 'http'), await over(path, 'https', '203.0.113.1')]).toEqual([path, null, null])
    }
    await proxied.close()
  })

  it('WB-04 H-72 allow no other origin, with or without a preflight', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = {
        origin: 'https://evil.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      }
      const answer = await harness.call(method, '/api/status', { headers })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
