import { connect, type Socket } from 'node:net'
import { eventually } from '../../tools/testing/eventually.ts'

const TEXT_FRAME = 0x81
const MASKED = 0x80
const SHORT = 126
const LONG = 127

const lengthOf = (bytes: number): readonly [marker: number, width: number] => {
  if (bytes < SHORT) return [bytes, 0]
  return bytes < 65_536 ? [SHORT, 2] : [LONG, 8]
}

/** A frame as a client sends it. Its mask is none: whatever is masked with zeros stays as it is. */
export const frameOf = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  const [marker, width] = lengthOf(bytes.length)
  const head = Buffer.alloc(2 + width + 4)
  head[0] = TEXT_FRAME
  head[1] = MASKED | marker
  if (width === 2) head.writeUInt16BE(bytes.length, 2)
  if (width === 8) head.writeBigUInt64BE(BigInt(bytes.length), 2)
  return Buffer.concat([head, bytes])
}

/** A caller of the realtime API that holds its connection in its own hands. */
export interface RawCaller {
  readonly socket: Socket
  readonly say: (event: object) => void
  /** Sent as a frame as it is, or only so many bytes of it. */
  readonly sayText: (text: string, bytes?: number) => void
  /** Waits until so many events of a type have come. */
  readonly hears: (type: string, count?: number) => Promise<string>
  readonly leave: (isReset: boolean) => void
}

export const openRawCaller = (url: string, { key, model }: { readonly key: string; readonly model: string }): RawCaller => {
  const { hostname, port } = new URL(url)
  const handshake = [
    `GET /v1/realtime?model=${model} HTTP/1.1`,
    'Host: h',
    `Authorization: Bearer sk-${key}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '',
    '',
  ].join('\r\n')
  let received = ''
  const socket = connect(Number(port), hostname, () => socket.write(handshake))
  socket.on('data', (bytes) => (received += bytes.toString('latin1')))
  socket.on('error', () => undefined)
  const sayText = (text: string, bytes = Infinity) => void socket.write(frameOf(text).subarray(0, bytes))
  return {
    socket,
    sayText,
    say: (event) => sayText(JSON.stringify(event)),
    hears: (type, count = 1) =>
      eventually(`${count} × ${type}`, () => (received.split(`"type":"${type}"`).length > count ? received : undefined)),
    leave: (isReset) => {
      if (isReset) socket.resetAndDestroy()
      else socket.destroy()
    },
  }
}
