import { describe, expect, it } from 'bun:test'
import { closedPort } from '../../testing/sockets/closed-port.ts'
import { checkServer, readServer } from './server.ts'

const AT = 'http://127.0.0.1:3000'
const status = { success: true, data: { version: 'v1.2.0', system_name: 'Weir', server_address: 'http://localhost:3000' } }

const serve = (fetch: (request: Request) => Response) => Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })

describe('what answers at the port', () => {
  it('is Weir, with its version and whether it is ready', async () => {
    await using server = serve(({ url }) =>
      url.endsWith('/readyz') ? new Response('the database cannot be written\n', { status: 503 }) : Response.json(status),
    )
    expect(await readServer(`http://127.0.0.1:${server.port}`)).toEqual({
      kind: 'weir',
      version: '1.2.0',
      readiness: { status: 503, text: 'the database cannot be written' },
    })
  })

  it('is another program', async () => {
    await using server = serve(() => new Response('hello', { status: 404 }))
    expect(await readServer(`http://127.0.0.1:${server.port}`)).toEqual({ kind: 'another', status: 404 })
  })

  it('is nobody, or something that hangs up', async () => {
    expect(await readServer(`http://127.0.0.1:${closedPort()}`)).toEqual({ kind: 'nobody' })
    using rude = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.end() } })
    expect(await readServer(`http://127.0.0.1:${rude.port}`)).toMatchObject({ kind: 'silent' })
  })
})

describe('the server', () => {
  it('is well when it is ready or does not run', () => {
    const ready = { kind: 'weir', version: '1.2.0', readiness: { status: 200, text: 'ready' } } as const
    expect(checkServer(ready, AT)).toMatchObject({ status: 'ok', seen: 'http://127.0.0.1:3000 is ready' })
    expect(checkServer({ kind: 'nobody' }, AT)).toMatchObject({ status: 'ok', seen: 'none runs at http://127.0.0.1:3000' })
  })

  it('is a fault when it cannot write, does not answer, or another program has its port', () => {
    const full = { kind: 'weir', version: '1.2.0', readiness: { status: 503, text: 'the database cannot be written' } } as const
    expect(checkServer(full, AT)).toMatchObject({ status: 'fault', seen: `${AT} serves nothing: the database cannot be written` })
    expect(checkServer({ kind: 'silent', reason: 'no answer within 5 s' }, AT)).toMatchObject({ status: 'fault' })
    expect(checkServer({ kind: 'another', status: 404 }, AT)).toMatchObject({ status: 'fault', remedy: 'stop that program, or set PORT' })
  })
})
