import { nextTurn } from '../../tools/testing/next-turn.ts'

/** What goes over the wire, byte for byte, and how the connection ends. */
export interface RawAnswer {
  /** Pieces are written one after the other, each as a packet of its own; there may be no end of them. */
  readonly pieces: Iterable<string | Uint8Array>
  readonly end: 'close' | 'reset' | 'stay-open'
  /** Does not wait for the request. */
  readonly isEarly?: boolean
}

export const NEVER: RawAnswer = { pieces: [], end: 'stay-open' }

interface Connection {
  received: string
  hasAnswered: boolean
  /** Lets the writer go on once the buffer has room, or the connection is gone. */
  goOn: () => void
}

const isWholeRequest = (text: string): boolean => {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  return text.length >= head + 4 + Number(length ?? 0)
}

const remainingOf = (socket: Bun.Socket<Connection>): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.data.goOn = resolve
  return promise
}

/** A provider below HTTP: it can break every rule that a proper server keeps. */
export class RawUpstream {
  answer: RawAnswer = NEVER
  requests = 0
  /** What the other side, or the system between, has taken of all answers. */
  bytesTaken = 0
  openConnections = 0
  readonly #server: Bun.TCPSocketListener<Connection>

  constructor() {
    this.#server = Bun.listen<Connection>({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: (socket) => {
          this.openConnections++
          socket.data = { received: '', hasAnswered: this.answer.isEarly === true, goOn: () => {} }
          if (socket.data.hasAnswered) void this.#write(socket)
        },
        drain: (socket) => socket.data.goOn(),
        close: (socket) => {
          this.openConnections--
          socket.data.goOn()
        },
        data: (socket, chunk) => {
          socket.data.received += chunk.toString('latin1')
          if (socket.data.hasAnswered || !isWholeRequest(socket.data.received)) return
          socket.data.hasAnswered = true
          this.requests++
          void this.#write(socket)
        },
      },
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  stop(): void {
    this.#server.stop(true)
  }

  async #write(socket: Bun.Socket<Connection>): Promise<void> {
    const { pieces, end } = this.answer
    // A turn of the loop after each piece: it leaves as a packet of its own.
    for (const piece of pieces) {
      let bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece)
      while (bytes.length > 0) {
        const written = socket.write(bytes)
        if (written < 0) return
        this.bytesTaken += written
        bytes = bytes.subarray(written)
        await (bytes.length > 0 ? remainingOf(socket) : nextTurn())
      }
    }
    if (end === 'close') socket.end()
    if (end === 'reset') socket.terminate()
  }
}
