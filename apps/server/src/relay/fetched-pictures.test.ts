import { afterAll, beforeAll, beforeEach, expect, it } from 'bun:test'
import { fetchPicture } from '@weir/relay/upstream/fetch-picture'
import { channelOf } from '@weir/relay/testing/sample-records'
import { createOutboundPolicy } from '../net/outbound-policy.ts'
import { createSend } from './send-upstream.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
const MAX_BYTES = 1000

let server: Bun.Server<undefined>
const seen: string[] = []

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      seen.push(`${request.headers.get('authorization')} ${pathname}`)
      if (pathname === '/moved') return new Response(PNG, { status: 302, headers: { location: '/picture', 'content-type': 'image/png' } })
      const bytes = pathname === '/endless' ? new ReadableStream({ pull: (controller) => controller.enqueue(PNG) }) : PNG
      return new Response(bytes, { headers: { 'content-type': 'image/png' } })
    },
  })
})
beforeEach(() => {
  seen.length = 0
})
afterAll(() => server.stop(true))

const fetched = async (host: string, path: string) => {
  const resolve = (name: string) => Promise.resolve([name === 'pictures.test' ? '127.0.0.1' : '127.0.0.9'])
  const addressesOf = createOutboundPolicy(['127.0.0.8/29'], () => 0, resolve)
  const simulate = () => ({ status: 200, contentType: 'image/png', pieces: [{ afterMs: 0, bytes: PNG }] })
  const send = createSend({ addressesOf, proxy: '', simulate })
  const how = { channel: channelOf({}, 0), send, signal: new AbortController().signal, maxBytes: MAX_BYTES }
  const bytes = await fetchPicture(`http://${host}:${server.port}${path}`, how)
  return bytes && Buffer.from(bytes).toString('latin1')
}

it('a picture is fetched from a name that the policy allows, without a credential', async () => {
  expect(await fetched('pictures.test', '/picture')).toBe('\x89PNG\r\n\x1a\nrest')
  expect(seen).toEqual(['null /picture'])
})

it('SF-04 a picture is fetched neither from an address nor from a name that the policy denies', async () => {
  expect([await fetched('127.0.0.9', '/picture'), await fetched('inside.test', '/picture')]).toEqual([undefined, undefined])
  expect([await fetched('169.254.169.254', '/picture'), await fetched('[::ffff:127.0.0.9]', '/picture')]).toEqual([undefined, undefined])
  expect(seen).toEqual([])
})

it('SF-02 a picture that has moved is not followed', async () => {
  expect(await fetched('pictures.test', '/moved')).toBeUndefined()
  expect(seen).toEqual(['null /moved'])
})

it('SF-12 a picture without end is read no further than it may be large', async () => {
  expect(await fetched('pictures.test', '/endless')).toBeUndefined()
})
