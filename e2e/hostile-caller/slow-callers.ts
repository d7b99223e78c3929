import { connect } from 'node:net'

const HALF_HEAD = 'GET /healthz HTTP/1.1\r\nHost: h\r\nX-A: '
const head = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n`

/** What a slow caller sends at once, and what it adds each second. */
export const SLOW = {
  'half a head': { bytes: HALF_HEAD, drip: '' },
  'a head by drops': { bytes: HALF_HEAD, drip: 'a' },
  'no body': { bytes: head('/api/user/login'), drip: '' },
  'no body for the relay': { bytes: head('/v1/chat/completions'), drip: '' },
  'a body by drops': { bytes: head('/api/user/login'), drip: ' ' },
} as const

/** Opens connections that never finish their requests. The promise is kept when the server has closed the last of them. */
export const openSlowCallers = (url: string, kind: keyof typeof SLOW, count: number): Promise<unknown> => {
  const { hostname, port } = new URL(url)
  const { bytes, drip } = SLOW[kind]
  const closed = Array.from({ length: count }, () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const timer = drip === '' ? undefined : setInterval(() => socket.write(drip), 1000)
    // Without a reader the end of the connection is not seen.
    socket.resume()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(undefined)
    })
    return promise
  })
  return Promise.all(closed)
}
