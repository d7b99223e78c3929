import { describe, expect, it } from 'bun:test'
import { duplexPair } from 'node:stream'
import { NetworkFailure } from '@weir/relay/upstream/network-failure'
import { shakeHands, type TunnelEnd } from './handshake.ts'
import { proxyOf } from './proxy-address.ts'

const END: TunnelEnd = { address: '203.0.113.7', port: 8443 }

interface Proxied {
  readonly proxy: string
  readonly end?: TunnelEnd
  /** What the proxy says to each thing that it is told; it closes where there is no more. */
  readonly says: readonly (readonly number[] | string)[]
}

const shake = async ({ proxy, end = END, says }: Proxied) => {
  const [near, far] = duplexPair()
  const told: Buffer[] = []
  const rest = [...says]
  far.on('data', (bytes: Buffer) => {
    told.push(bytes)
    const next = rest.shift()
    if (next === undefined) near.destroy()
    else far.write(Buffer.from(next))
  })
  const outcome = await shakeHands(near, proxyOf(proxy), end).then(
    () => 'open',
    (error: unknown) => (error instanceof NetworkFailure ? error.message : `not a failure of the network: ${String(error)}`),
  )
  return { told, outcome }
}

const SOCKS = 'socks5://proxy.test'
const socksReply = (code: number): readonly number[] => [5, code, 0, 1, 0, 0, 0, 0, 0, 0]

describe('a SOCKS5 proxy', () => {
  it.each([
    ['203.0.113.7', [1, 203, 0, 113, 7]],
    ['2001:db8::1:2', [4, 0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]],
    ['2001:db8::', [4, 0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['::1', [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['1:2:3:4:5:6:7:ff08', [4, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0xff, 8]],
    ['::ffff:203.0.113.7', [1, 203, 0, 113, 7]],
  ])('is asked for %s', async (address, bytes) => {
    const { told, outcome } = await shake({ proxy: SOCKS, end: { address, port: 8443 }, says: [[5, 0], socksReply(0)] })
    expect(outcome).toBe('open')
    expect(told.map((part) => [...part])).toEqual([
      [5, 1, 0],
      [5, 1, 0, ...bytes, 32, 251],
    ])
  })

  it('is shown credentials where it asks for them, either of the two alone as well', async () => {
    const says = [[5, 2], [1, 0], socksReply(0)]
    const both = await shake({ proxy: 'socks5://al:p%C3%A9@proxy.test', says })
    expect(both.outcome).toBe('open')
    expect(both.told.slice(0, 2).map((part) => [...part])).toEqual([
      [5, 2, 0, 2],
      [1, 2, 97, 108, 3, 112, 0xc3, 0xa9],
    ])
    for (const proxy of ['socks5://al@proxy.test', 'socks5://:pw@proxy.test'])
      expect([...((await shake({ proxy, says })).told[0] ?? [])]).toEqual([5, 2, 0, 2])
    const unasked = await shake({ proxy: 'socks5://al:pw@proxy.test', says: [[5, 0], socksReply(0)] })
    expect([unasked.outcome, unasked.told.length]).toEqual(['open', 2])
  })

  it.each<readonly [string, Proxied['says'], string]>([
    ['that speaks otherwise', [[4, 0]], 'its answer is no SOCKS5'],
    ['that wants credentials which are not there', [[5, 2]], 'it wants credentials'],
    ['that takes no way to prove them', [[5, 255]], 'it wants credentials'],
    ['that says too much at once', [[5, 0, 0]], 'its answer is too long'],
    ['that leaves', [], 'it closed the connection'],
    ['that leaves later', [[5, 0]], 'it closed the connection'],
    [
      'that says more than its reply',
      [
        [5, 0],
        [...socksReply(0), 1],
      ],
      'its answer is too long',
    ],
    ['that knows no such reply', [[5, 0], socksReply(9)], 'error 9'],
    ['that fails', [[5, 0], socksReply(1)], 'it failed'],
    ['whose rules forbid it', [[5, 0], socksReply(2)], 'its rules forbid the address'],
    ['without the network', [[5, 0], socksReply(3)], 'the network cannot be reached'],
    ['without the address', [[5, 0], socksReply(4)], 'the address cannot be reached'],
    ['at a closed door', [[5, 0], socksReply(5)], 'the address refused the connection'],
    ['that waited', [[5, 0], socksReply(6)], 'the connection timed out'],
    ['without the command', [[5, 0], socksReply(7)], 'it knows no such command'],
    ['without the kind', [[5, 0], socksReply(8)], 'it knows no such kind of address'],
  ])('%s is told as such', async (_, says, reason) => {
    expect((await shake({ proxy: SOCKS, says })).outcome).toBe(`proxy refused: ${reason}`)
  })

  it('is told that its credentials were not taken', async () => {
    const { outcome } = await shake({
      proxy: 'socks5://al:pw@proxy.test',
      says: [
        [5, 2],
        [1, 1],
      ],
    })
    expect(outcome).toBe('proxy refused: it wants other credentials')
  })

  it('may name the place of its end by any kind of address', async () => {
    const name = [...Buffer.from('out.test')]
    for (const reply of [
      [5, 0, 0, 3, name.length, ...name, 1, 2],
      [5, 0, 0, 4, ...Array.from({ length: 18 }, () => 0)],
    ])
      expect((await shake({ proxy: SOCKS, says: [[5, 0], reply] })).outcome).toBe('open')
  })
})

describe('an HTTP proxy', () => {
  const OK = 'HTTP/1.1 200 Connection established\r\nvia: x\r\n\r\n'

  it.each([
    ['http://proxy.test', '203.0.113.7', 'CONNECT 203.0.113.7:8443 HTTP/1.1\r\nhost: 203.0.113.7:8443\r\n\r\n'],
    ['https://proxy.test', '2001:db8::1', 'CONNECT [2001:db8::1]:8443 HTTP/1.1\r\nhost: [2001:db8::1]:8443\r\n\r\n'],
    [
      'http://al:pw@proxy.test',
      '203.0.113.7',
      'CONNECT 203.0.113.7:8443 HTTP/1.1\r\nhost: 203.0.113.7:8443\r\nproxy-authorization: Basic YWw6cHc=\r\n\r\n',
    ],
    [
      'http://al@proxy.test',
      '203.0.113.7',
      'CONNECT 203.0.113.7:8443 HTTP/1.1\r\nhost: 203.0.113.7:8443\r\nproxy-authorization: Basic YWw6\r\n\r\n',
    ],
    [
      'http://:pw@proxy.test',
      '203.0.113.7',
      'CONNECT 203.0.113.7:8443 HTTP/1.1\r\nhost: 203.0.113.7:8443\r\nproxy-authorization: Basic OnB3\r\n\r\n',
    ],
  ])('%s is asked for a tunnel to %s', async (proxy, address, words) => {
    const { told, outcome } = await shake({ proxy, end: { address, port: 8443 }, says: [OK] })
    expect([outcome, Buffer.concat(told).toString()]).toEqual(['open', words])
  })

  it.each([
    ['agrees', 'HTTP/1.0 204 Fine\r\n\r\n', 'open'],
    ['wants credentials', 'HTTP/1.1 407 Who\r\n\r\n<p>who</p>', 'proxy refused: it wants other credentials (407)'],
    ['refuses', 'HTTP/1.1 502 Bad\r\n\r\n<p>bad</p>', 'proxy refused: HTTP 502'],
    ['speaks otherwise', 'SSH-2.0-x\r\n\r\n', 'proxy refused: its answer is no HTTP'],
    ['says more than its head', `${OK}x`, 'proxy refused: its answer is too long'],
    ['has no end after 16 KiB', 'HTTP/1.1 200 '.padEnd(16_384, 'x'), 'proxy refused: it closed the connection'],
    ['has no end after one byte more', 'HTTP/1.1 200 '.padEnd(16_385, 'x'), 'proxy refused: its answer is too long'],
  ])('that %s', async (_, words, outcome) => {
    const [near, far] = duplexPair()
    far.once('data', () => far.write(words, () => near.destroy()))
    const said = await shakeHands(near, proxyOf('http://proxy.test'), END).then(
      () => 'open',
      (error: Error) => error.message,
    )
    expect(said).toBe(outcome)
  })
})
