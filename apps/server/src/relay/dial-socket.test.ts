import { afterAll, expect, it } from 'bun:test'
import { testCertificate } from '../testing/certificate.ts'
import { dialSocket } from './dial-socket.ts'

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  tls: { cert: testCertificate.cert, key: testCertificate.key },
  fetch: (request, self) => (self.upgrade(request) ? undefined : new Response('no socket', { status: 400 })),
  websocket: { message: () => undefined },
})
afterAll(() => server.stop(true))

/** Whether a socket opens towards a certificate that nobody vouches for. */
const opens = async (host: string, trustsAnyCertificate?: boolean): Promise<boolean> => {
  const socket = await dialSocket(
    { method: 'GET', url: `wss://${host}:${server.port}/`, headers: {}, body: [] },
    { addressesOf: () => ['127.0.0.1'], proxy: '', ...(trustsAnyCertificate !== undefined && { trustsAnyCertificate }) },
  )
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.addEventListener('open', () => resolve(true))
  for (const end of ['error', 'close'] as const) socket.addEventListener(end, () => resolve(false))
  const isOpen = await promise
  socket.close()
  return isOpen
}

it.each(['127.0.0.1', 'other.example'])(
  'opens towards a certificate that nobody vouches for only where any is trusted: %s',
  async (host) => {
    expect([await opens(host), await opens(host, false), await opens(host, true)]).toEqual([false, false, true])
  },
)
