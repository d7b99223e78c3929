import { afterAll, describe, expect, it } from 'bun:test'
import { createCallService, ServiceUnreachable } from './service-call.ts'

let visits = 0
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => {
    const { pathname, origin } = new URL(request.url)
    if (pathname === '/elsewhere') return Response.redirect(`${origin}/target`, 307)
    if (pathname === '/target') visits += 1
    if (pathname === '/full') return new Response(`"${'x'.repeat(1024 * 1024 - 2)}"`)
    if (pathname === '/long') return new Response('x'.repeat(1024 * 1024 + 1))
    if (pathname === '/silent') return new Promise<Response>(() => undefined)
    return Response.json({ heard: true })
  },
})
afterAll(() => server.stop(true))

const call = createCallService({ addressesOf: () => ['127.0.0.1'] })
const at = (path: string) => `http://127.0.0.1:${server.port}${path}`

describe('a short call to a service of others', () => {
  it('gives the status and the JSON', async () => {
    expect(await call({ method: 'GET', url: at('/') })).toEqual({ status: 200, json: { heard: true } })
  })

  it('SF-02 SF-06 does not follow a redirect: what was sent goes nowhere else', async () => {
    const reply = await call({ method: 'POST', url: at('/elsewhere'), body: { secret: 's' } })
    expect([reply.status, reply.json, visits]).toEqual([307, undefined, 0])
  })

  it('SF-09 ends at a megabyte, and when no answer comes', async () => {
    expect((await call({ method: 'GET', url: at('/full') })).json).toBe('x'.repeat(1_048_574))
    await expect(call({ method: 'GET', url: at('/long') })).rejects.toThrow(ServiceUnreachable)
    const impatient = createCallService({ addressesOf: () => ['127.0.0.1'], timeoutMs: 50 })
    await expect(impatient({ method: 'GET', url: at('/silent') })).rejects.toThrow(ServiceUnreachable)
  })

  it('SF-10 goes to no address that the policy closes', async () => {
    const before = visits
    const closed = createCallService({ addressesOf: () => Promise.reject(new Error('closed')) })
    await expect(closed({ method: 'GET', url: at('/target') })).rejects.toThrow(ServiceUnreachable)
    expect(visits).toBe(before)
  })
})
