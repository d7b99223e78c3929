import { afterAll, beforeEach, describe, expect, it } from 'bun:test'
import { testCertificate } from '../testing/certificate.ts'
import { createCheckedFetch } from './checked-fetch.ts'
import { createOutboundPolicy } from './outbound-policy.ts'

const seen: string[] = []

const open = (hostname: string, port: number) =>
  Bun.serve({
    hostname,
    port,
    fetch: (request) => {
      seen.push(`${hostname} ${request.headers.get('host')}`)
      return new Response('heard')
    },
  })

const fit = open('127.0.0.1', 0)
const port = fit.port ?? 0
const closed = open('127.0.0.2', port)
afterAll(async () => {
  await fit.stop(true)
  await closed.stop(true)
})
beforeEach(() => {
  seen.length = 0
})

const call = (checkedFetch: ReturnType<typeof createCheckedFetch>, host: string) =>
  checkedFetch(new URL(`http://${host}:${port}/v1?a=1`), { headers: {} })

describe('a call to a name', () => {
  it('SF-03 goes to the address that was checked, whatever the name says a moment later', async () => {
    let now = 0
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    let asked = 0
    const resolve = () => Promise.resolve(answers[asked++ % answers.length] ?? [])
    const checkedFetch = createCheckedFetch(createOutboundPolicy(['127.0.0.2/32'], () => now, resolve))
    let refused = 0
    for (let count = 0; count < 100; count++) {
      now += 7000
      await call(checkedFetch, 'turning.example').catch((error: Error) => {
        expect(error.name).toBe('AddressDenied')
        refused++
      })
    }
    expect(refused).toBeGreaterThan(0)
    expect(seen).toEqual(Array.from({ length: 100 - refused }, () => `127.0.0.1 turning.example:${port}`))
  })

  it('SF-03 is refused when one of several addresses is closed', async () => {
    const policy = createOutboundPolicy(
      ['127.0.0.2/32'],
      () => 0,
      () => Promise.resolve(['127.0.0.1', '127.0.0.2']),
    )
    await expect(call(createCheckedFetch(policy), 'mixed.example')).rejects.toThrow('may not be called')
    expect(seen).toEqual([])
  })

  it('tries the next address where the connection is refused', async () => {
    const checkedFetch = createCheckedFetch(() => ['127.0.0.3', '127.0.0.1'])
    expect(await (await call(checkedFetch, 'several.example')).text()).toBe('heard')
    await expect(
      call(
        createCheckedFetch(() => ['127.0.0.3']),
        'gone.example',
      ),
    ).rejects.toThrow()
  })

  it('SF-03 checks the certificate against the name, on every connection it shares', async () => {
    const { key, cert, ca } = testCertificate
    await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: { key, cert }, fetch: () => new Response('heard') })
    const checkedFetch = createCheckedFetch(() => ['127.0.0.1'])
    const heardFrom = async (host: string) =>
      await (await checkedFetch(new URL(`https://${host}:${server.port}/`), { headers: {}, tls: { ca } })).text()
    expect(await heardFrom('named.example')).toBe('heard')
    await expect(heardFrom('other.example')).rejects.toThrow()
    expect(await heardFrom('named.example')).toBe('heard')
  })

  it('leaves an address as it is', async () => {
    await call(
      createCheckedFetch(() => ['127.0.0.1']),
      '127.0.0.1',
    )
    expect(seen).toEqual([`127.0.0.1 127.0.0.1:${port}`])
  })
})

it('a call that no address answers fails as the last of them does', async () => {
  for (const addresses of [['127.0.0.3'], ['127.0.0.3', '127.0.0.4']]) {
    const failed = call(
      createCheckedFetch(() => addresses),
      'nobody.test',
    )
    await expect(failed).rejects.toThrow('ECONNREFUSED')
  }
})
