import { createServer, type Server, type Socket } from 'node:net'
import type { UpstreamReply } from '@weir/relay/ports'
import { eventually } from '../../../../../tools/testing/eventually.ts'
import type { Order } from '../../net/http-client/exchange.ts'
import { createHttpClient } from '../../net/http-client/http-client.ts'
import type { Described } from '../../net/http-client/outgoing.ts'
import { targetOf } from '../../net/http-client/target.ts'

type Script = (socket: Socket, request: string, count: { readonly connection: number; readonly request: number }) => unknown

const servers: Server[] = []

export const closeByteServers = (): void => {
  for (const server of servers.splice(0)) server.close()
}

/** Speaks plain bytes, so that it can say anything. A request is what ends with a blank line, or with `}`. */
export const serveBytes = async (
  script: Script,
): Promise<{ readonly url: string; readonly connections: () => number; readonly closed: () => number }> => {
  let connections = 0
  let closed = 0
  const server = createServer((socket) => {
    const connection = ++connections
    let request = 0
    let heard = ''
    socket.on('error', () => undefined)
    socket.on('close', () => closed++)
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      const isWhole =
        heard.includes('content-length: 0') || !heard.includes('content-length') ? heard.endsWith('\r\n\r\n') : heard.endsWith('}')
      if (!isWhole) return
      const whole = heard
      heard = ''
      void script(socket, whole, { connection, request: ++request })
    })
  })
  servers.push(server)
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return { url: `http://127.0.0.1:${port}/v1/chat?a=b`, connections: () => connections, closed: () => closed }
}

const LOCAL = ['127.0.0.1']
export const callWith =
  (client = createHttpClient()) =>
  (url: string, { addresses = LOCAL, signal = new AbortController().signal, ...over }: Partial<Order & Described> = {}) =>
    client(
      { target: targetOf(new URL(url)), addresses, signal },
      { method: 'POST', headers: { authorization: 'Bearer key' }, body: '{}', ...over },
    )

export const textOf = async (reply: UpstreamReply): Promise<string> => await new Response(reply.body).text()
export const ok = (body: string, ...fields: readonly string[]): string =>
  ['HTTP/1.1 200 OK', `content-length: ${body.length}`, ...fields, '', body].join('\r\n')

export const until = async (isSo: () => boolean): Promise<void> => {
  await eventually(String(isSo), () => isSo() || undefined)
}

/** Whatever was sent before has been read after it: a call over another connection has gone round. */
export const roundTrip = async (): Promise<void> => {
  const { url } = await serveBytes((socket) => socket.write(ok('')))
  await textOf(await callWith()(url))
}

/** Writes the bytes and ends when the client has read them, so that the next ones come as another piece. */
export const deliver = async (socket: Socket, bytes: string | Uint8Array): Promise<void> => {
  await new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve())
  })
  await roundTrip()
}
