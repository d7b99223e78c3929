import { MAX_FRAME_BYTES, type RealtimeSession } from '@weir/relay/realtime/session'
import { CloseCode, type Socket, type SocketListener } from '@weir/relay/socket'

/** What a caller's socket carries with it. */
export interface CallerData {
  readonly session: RealtimeSession
  listener?: SocketListener
}

type CallerSocket = Bun.ServerWebSocket<CallerData>

/** Pings are sent within it; a caller that answers none is gone. */
const SILENCE_SECONDS = 120
/** Far beyond where the session makes upstream wait: what is sent then would be lost. */
const MAX_UNSENT_BYTES = 4 * MAX_FRAME_BYTES

const LOST = 0

const asSocket = (socket: CallerSocket): Socket => ({
  send: (text) => {
    if (socket.readyState === WebSocket.OPEN && socket.send(text) === LOST) socket.close(CloseCode.policy, 'too slow')
  },
  bufferedBytes: () => socket.getBufferedAmount(),
  pause: () => socket.pause(),
  resume: () => socket.resume(),
  ping: () => void socket.ping(),
  close: (code, reason) => socket.close(code, reason),
})

/** How callers' sockets are served: each by its session. */
export const callerSockets: Bun.WebSocketHandler<CallerData> = {
  maxPayloadLength: MAX_FRAME_BYTES,
  backpressureLimit: MAX_UNSENT_BYTES,
  idleTimeout: SILENCE_SECONDS,
  sendPings: true,
  perMessageDeflate: false,
  open: (socket) => {
    socket.data.listener = socket.data.session.attach(asSocket(socket))
  },
  message: (socket, message) => socket.data.listener?.message(String(message)),
  close: (socket, code) => socket.data.listener?.closed(code),
}
