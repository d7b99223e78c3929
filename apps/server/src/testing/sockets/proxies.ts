import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

type Behaviour = 'serves' | 'refuses' | 'hangs'

interface ProxyOptions {
  readonly kind: 'http' | 'socks5'
  /** Wanted from whoever uses it. */
  readonly credentials?: string
  readonly behaviour?: Behaviour
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface TestProxy {
  readonly port: number
  /** Where it was asked to lead, one after the other. */
  readonly asked: string[]
  readonly connections: () => number
  /** Ends every connection that it carries. */
  cut(): void
}

const servers: Server[] = []
const open = new Set<Socket>()

export const closeProxies = (): void => {
  for (const socket of open) socket.destroy()
  for (const server of servers.splice(0)) server.close()
}

const join = (client: Socket, host: string, port: number): void => {
  const upstream = connect({ host, port })
  open.add(upstream)
  upstream.on('error', () => client.destroy())
  upstream.on('close', () => client.destroy())
  client.on('close', () => upstream.destroy())
  client.pipe(upstream)
  upstream.pipe(client)
}

const next = (socket: Socket): Promise<Buffer> => new Promise((resolve) => socket.once('data', resolve))

const serveHttp = async (socket: Socket, { credentials, behaviour }: ProxyOptions, asked: string[]): Promise<void> => {
  const head = (await next(socket)).toString('latin1')
  const authority = /^CONNECT (\S+) HTTP/.exec(head)?.[1] ?? ''
  asked.push(authority)
  if (behaviour === 'hangs') return
  if (credentials !== undefined && !head.includes(`proxy-authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`))
    return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 4\r\n\r\nsorr')
  if (behaviour === 'refuses') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(authority) ?? []
  join(socket, host, Number(port))
}

/** Whether the client may go on. */
const admitSocks = async (socket: Socket, credentials: string | undefined): Promise<boolean> => {
  const methods = [...(await next(socket)).subarray(2)]
  if (credentials === undefined) return socket.write(Buffer.from([5, 0]))
  if (!methods.includes(2)) {
    socket.end(Buffer.from([5, 255]))
    return false
  }
  socket.write(Buffer.from([5, 2]))
  const told = await next(socket)
  const [user = '', password = ''] = credentials.split(':')
  const isRight = told.equals(Buffer.from([1, user.length, ...Buffer.from(user), password.length, ...Buffer.from(password)]))
  socket.write(Buffer.from([1, isRight ? 0 : 1]))
  return isRight
}

const serveSocks = async (socket: Socket, { credentials, behaviour }: ProxyOptions, asked: string[]): Promise<void> => {
  if (behaviour === 'hangs' || !(await admitSocks(socket, credentials))) return
  const request = await next(socket)
  const isIpv4 = request[3] === 1
  const host = isIpv4 ? request.subarray(4, 8).join('.') : (request.subarray(4, 20).toString('hex').match(/.{4}/g) ?? []).join(':')
  const port = request.readUInt16BE(request.length - 2)
  asked.push(`${request[3] === 3 ? 'a name' : host}:${port}`)
  socket.write(Buffer.from([5, behaviour === 'refuses' ? 2 : 0, 0, 1, 0, 0, 0, 0, 0, 0]))
  if (behaviour !== 'refuses') join(socket, host, port)
}

/** A real proxy on a socket of this machine. */
export const openProxy = async (options: ProxyOptions): Promise<TestProxy> => {
  const asked: string[] = []
  const clients = new Set<Socket>()
  let connections = 0
  const serve = (socket: Socket): void => {
    connections++
    open.add(socket)
    clients.add(socket)
    socket.on('error', () => undefined)
    void (options.kind === 'http' ? serveHttp : serveSocks)(socket, options, asked)
  }
  const server = options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    connections: () => connections,
    cut: () => {
      for (const client of clients) client.destroy()
    },
  }
}
