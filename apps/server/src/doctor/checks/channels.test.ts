import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { closedPort } from '../../testing/sockets/closed-port.ts'
import { createOutboundPolicy } from '../../net/outbound-policy.ts'
import { testCertificate } from '../../testing/certificate.ts'
import { checkOrigin, checkOthers, checkProxy, originsOf, reach } from './channels.ts'

const channel = (id: number, type: number, baseUrl: string) => ({ id, type, baseUrl })

let plain: Bun.TCPSocketListener
let encrypted: Bun.TCPSocketListener
let heard = ''

beforeAll(() => {
  const socket = {
    data: (_: unknown, bytes: Buffer) => {
      heard += bytes.toString('latin1')
    },
  }
  plain = Bun.listen({ hostname: '127.0.0.1', port: 0, socket })
  encrypted = Bun.listen({ hostname: '127.0.0.1', port: 0, socket, tls: { cert: testCertificate.cert, key: testCertificate.key } })
})
afterAll(() => {
  plain.stop(true)
  encrypted.stop(true)
})

const policy = (denied: readonly string[] = []) => createOutboundPolicy(denied, Date.now, async () => ['127.0.0.1'])
const dialled = (address: string, over: { readonly denied?: readonly string[]; readonly ca?: string } = {}) =>
  reach(new URL(address), { addressesOf: policy(over.denied), trust: over.ca === undefined ? {} : { ca: over.ca } })

describe('the origins of channels', () => {
  it('are asked once for all their channels, with the default of the type where a channel names none', () => {
    const { origins, elsewhere } = originsOf([
      channel(1, 1, 'https://a.example/v1'),
      channel(2, 1, 'https://a.example'),
      channel(3, 1, ''),
      channel(4, 8, ''),
      channel(5, 8, 'ftp://b.example'),
    ])
    expect(origins.map(({ url, channelIds }) => [url.href, channelIds])).toEqual([
      ['https://a.example/', [1, 2]],
      ['https://api.openai.com/', [3]],
    ])
    expect(elsewhere).toEqual([4, 5])
  })

  it('are named where they cannot be told, and missed where there is no channel', () => {
    expect(checkOthers(1, [])).toEqual([])
    expect(checkOthers(0, [])).toMatchObject([{ status: 'warning', seen: 'no channel is enabled' }])
    expect(checkOthers(1, [4, 5])).toMatchObject([{ status: 'ok', seen: expect.stringContaining('not checked: channels #4, #5,') }])
  })
})

describe('reaching an origin', () => {
  it('opens a connection and sends nothing on it', async () => {
    expect(await dialled(`http://up.example:${plain.port}`)).toMatchObject({ kind: 'reached' })
    expect(heard).toBe('')
  })

  it('wants a certificate for the name', async () => {
    const { ca } = testCertificate
    expect(await dialled(`https://named.example:${encrypted.port}`, { ca })).toMatchObject({ kind: 'reached' })
    expect(await dialled(`https://other.example:${encrypted.port}`, { ca })).toMatchObject({ kind: 'failed' })
    expect(await dialled(`https://named.example:${encrypted.port}`)).toMatchObject({ kind: 'failed' })
  })

  it('keeps to the addresses that channels may call', async () => {
    expect(await dialled(`http://up.example:${plain.port}`, { denied: ['127.0.0.0/8'] })).toEqual({ kind: 'denied' })
  })

  it('says why nobody answers', async () => {
    expect(await dialled(`http://up.example:${closedPort()}`)).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' })
  })
})

describe('a line about an origin', () => {
  const origin = { url: new URL('https://a.example'), channelIds: [1, 2] }

  it('names the channels and what to do', () => {
    expect(checkOrigin(origin, { kind: 'reached', ms: 12 })).toMatchObject({
      status: 'ok',
      seen: 'https://a.example (channels #1, #2) is reached in 12 ms',
    })
    expect(checkOrigin(origin, { kind: 'denied' })).toMatchObject({
      status: 'fault',
      remedy: expect.stringContaining('UPSTREAM_DENY_CIDR'),
    })
    expect(checkOrigin(origin, { kind: 'failed', reason: 'ECONNREFUSED' })).toMatchObject({
      status: 'fault',
      seen: 'https://a.example (channels #1, #2) is not reached (ECONNREFUSED)',
    })
  })

  it('is about the proxy where one stands before them all', () => {
    expect(checkProxy('proxy:3128', { kind: 'reached', ms: 3 })).toMatchObject({ status: 'ok' })
    expect(checkProxy('proxy:3128', { kind: 'failed', reason: 'ECONNREFUSED' })).toMatchObject({
      status: 'fault',
      seen: 'RELAY_PROXY proxy:3128 is not reached (ECONNREFUSED)',
    })
  })
})
