/** Takes what root is told, as a message pusher does. */
export class Notices {
  readonly texts: string[] = []
  readonly #server: Bun.Server<undefined>

  constructor() {
    this.#server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        this.texts.push(await request.text())
        return Response.json({ success: true })
      },
    })
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/push`
  }

  stop(): Promise<void> {
    return this.#server.stop(true)
  }
}
