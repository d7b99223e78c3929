/** What a hostile upstream says when it is asked: a frame, or `reset` for an end without a word. */
export type Line = object | string

interface State {
  readonly opened: number
}

/** A realtime upstream that says whatever it is told to. */
export class ScriptedUpstream {
  /** Said when a session opens. */
  greeting: readonly Line[] = [{ type: 'session.created', session: {} }]
  /** Said for each `response.create`. */
  script: readonly Line[] = []
  /** The types of the events that were heard. */
  readonly heard: string[] = []
  readonly #sockets = new Set<Bun.ServerWebSocket<State>>()
  readonly #server: Bun.Server<State>
  #opened = 0

  constructor() {
    this.#server = Bun.serve<State>({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request, server) => {
        this.#opened += 1
        return server.upgrade(request, { data: { opened: this.#opened } }) ? undefined : new Response('', { status: 426 })
      },
      websocket: {
        backpressureLimit: 256 * 1024 * 1024,
        open: (socket) => {
          this.#sockets.add(socket)
          this.#say(socket, this.greeting)
        },
        message: (socket, text) => {
          const event = JSON.parse(String(text)) as { readonly type: string }
          this.heard.push(event.type)
          if (event.type === 'response.create') this.#say(socket, this.script)
        },
        close: (socket) => void this.#sockets.delete(socket),
      },
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  get openSockets(): number {
    return this.#sockets.size
  }

  get opened(): number {
    return this.#opened
  }

  /** What has been said and not been taken yet. */
  get bytesWaiting(): number {
    return [...this.#sockets].reduce((sum, socket) => sum + socket.getBufferedAmount(), 0)
  }

  async stop(): Promise<void> {
    await this.#server.stop(true)
  }

  #say(socket: Bun.ServerWebSocket<State>, lines: readonly Line[]): void {
    for (const line of lines) {
      if (line === 'reset') return socket.terminate()
      socket.send(typeof line === 'string' ? line : JSON.stringify(line))
    }
  }
}
