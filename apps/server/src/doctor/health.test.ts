import { afterEach, describe, expect, it } from 'bun:test'
import { askHealth } from './health.ts'
import { localAddress } from './local-address.ts'

let server: { stop: (force: boolean) => Promise<void>; port?: number | undefined } | undefined

afterEach(async () => {
  await server?.stop(true)
  server = undefined
})

const serving = (status: number, text: string): number => {
  const started = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => (new URL(url).pathname === '/readyz' ? new Response(text, { status }) : new Response('', { status: 418 })),
  })
  server = started
  return started.port ?? 0
}

describe('weir health', () => {
  it('prints what a ready server says', async () => {
    expect(await askHealth({ host: '0.0.0.0', port: serving(200, 'ready\n') })).toBe('ready')
  })

  it('fails with the status and the words of a server that is not ready', async () => {
    const port = serving(503, 'the database cannot be written\n')
    await expect(askHealth({ host: '::', port })).rejects.toThrow(
      `http://127.0.0.1:${port} is not ready (503): the database cannot be written`,
    )
  })

  it('fails where nobody listens, and says what to look at', async () => {
    const port = serving(200, 'ready')
    await server?.stop(true)
    await expect(askHealth({ host: '127.0.0.1', port })).rejects.toThrow(
      new RegExp(`^http://127\\.0\\.0\\.1:${port} does not answer \\(\\w+\\): is the server started, with this PORT and HOST\\?$`),
    )
  })
})

describe('the address on the own machine', () => {
  it('is the loopback for a server on every address, and the address it listens on otherwise', () => {
    const given = ['0.0.0.0', '::', '192.0.2.7', '::1', 'gateway.internal']
    expect(given.map((host) => localAddress({ host, port: 3000 }))).toEqual([
      'http://127.0.0.1:3000',
      'http://127.0.0.1:3000',
      'http://192.0.2.7:3000',
      'http://[::1]:3000',
      'http://gateway.internal:3000',
    ])
  })
})
