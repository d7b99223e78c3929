import { describe, expect, it } from 'bun:test'
import { closedPort } from '../testing/sockets/closed-port.ts'
import { createOutboundPolicy } from '../net/outbound-policy.ts'
import { testCertificate } from '../testing/certificate.ts'
import { readCertificateEnd } from '../net/certificate-end.ts'
import { readPublicAddress } from './read-public-address.ts'
import { TookTooLong } from './within.ts'

const addressesOf = createOutboundPolicy([], Date.now)
const read = (address: string, isMetricsLocal = true) => readPublicAddress({ address, addressesOf, isServerRunning: true, isMetricsLocal })

const serve = (fetch: (request: Request) => Response) => Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })

const status = { success: true, data: { version: 'v1.2.0', system_name: 'Weir', server_address: 'https://gateway.example' } }

describe('asking through the public address', () => {
  it('reads who answers, over which scheme, and whom the server takes the caller for', async () => {
    await using server = serve(({ url }) =>
      url.endsWith('/metrics')
        ? new Response('no', { status: 403 })
        : Response.json(status, { headers: { 'strict-transport-security': 'max-age=31536000' } }),
    )
    const answered = {
      kind: 'answered',
      reply: {
        status: 200,
        location: null,
        isSecure: true,
        weir: { version: '1.2.0', systemName: 'Weir', serverAddress: 'https://gateway.example' },
      },
      isLoopback: true,
      certificateEnd: undefined,
      isTakenForLocal: false,
    } as const
    const address = `http://127.0.0.1:${server.port}`
    expect(await read(address)).toEqual(answered)
    expect(await read(address, false)).toEqual({ ...answered, isTakenForLocal: undefined })
  })

  it('is on this machine where every address of the name is, and taken for it where figures are given out', async () => {
    await using server = serve(() => Response.json(status))
    const address = `http://named.example:${server.port}`
    const through = async (...addresses: readonly string[]) => {
      const asked = { address, addressesOf: () => Promise.resolve(addresses), isServerRunning: true, isMetricsLocal: true }
      const reading = await readPublicAddress(asked)
      return reading.kind === 'answered' ? [reading.isLoopback, reading.isTakenForLocal] : reading
    }
    expect(await through('127.0.0.1')).toEqual([true, true])
    expect(await through('127.0.0.1', '203.0.113.9')).toEqual([false, true])
  })

  it('asks once for the figures, by their path', async () => {
    const paths: string[] = []
    await using server = serve(({ url }) => {
      paths.push(new URL(url).pathname)
      return Response.json(status, { status: url.endsWith('/metrics') ? 201 : 200 })
    })
    expect(await read(`http://127.0.0.1:${server.port}`)).toMatchObject({ isTakenForLocal: false })
    expect(paths.filter((path) => path.includes('metrics'))).toEqual(['/metrics'])
  })

  it('does not follow a redirect', async () => {
    await using server = serve(() => new Response(null, { status: 301, headers: { location: 'https://other.example/' } }))
    expect(await read(`http://127.0.0.1:${server.port}`)).toMatchObject({
      reply: { status: 301, location: 'https://other.example/', weir: undefined },
    })
  })

  it('says why nobody answers, and nothing is asked without an address', async () => {
    expect(await read(`http://127.0.0.1:${closedPort()}`)).toMatchObject({ kind: 'failed', isLate: false, isServerRunning: true })
    expect(await read('')).toEqual({ kind: 'unset' })
  })

  it.each([
    ['a call that ran out of time', true, new DOMException('late', 'TimeoutError')],
    ['a check that ran out of time', true, new TookTooLong(5000)],
    ['any other failure', false, new Error('TimeoutError')],
  ])('takes %s for late: %p', async (_, isLate, error) => {
    const asked = {
      address: 'http://named.example',
      addressesOf: () => Promise.reject(error),
      isServerRunning: false,
      isMetricsLocal: true,
    }
    expect(await readPublicAddress(asked)).toMatchObject({ kind: 'failed', isLate, isServerRunning: false })
  })

  it('reads when the certificate ends', async () => {
    await using server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: { cert: testCertificate.cert, key: testCertificate.key },
      fetch: () => new Response('hello'),
    })
    const end = await readCertificateEnd(new URL(`https://named.example:${server.port}`), '127.0.0.1')
    expect(new Date(end ?? 0).toISOString()).toBe('2126-10-22T06:39:26.000Z')
  })
})
