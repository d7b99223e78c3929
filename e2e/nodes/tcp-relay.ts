import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** How a line breaks: with a word, as when a server ends, or without, as when a cable is pulled. */
export type Break = 'reset' | 'silence'

/** A line between a node and a server it needs, which can be cut and mended. */
export class TcpRelay {
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #state: Break | 'open' = 'open'

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      if (this.#state === 'reset') {
        near.destroy()
        return
      }
      const far = connect(Number(target.port), target.hostname)
      this.#join([near, far])
    })
  }

  static async open(address: string): Promise<TcpRelay> {
    const relay = new TcpRelay(new URL(address))
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve))
    return relay
  }

  /** The address of the server, by way of this line. */
  addressOf(address: string): string {
    const own = new URL(address)
    own.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return own.href
  }

  cut(how: Break): void {
    this.#state = how
    for (const socket of [...this.#pairs].flat()) {
      if (how === 'reset') socket.destroy()
      else socket.pause()
    }
  }

  mend(): void {
    this.#state = 'open'
    for (const socket of [...this.#pairs].flat()) socket.resume()
  }

  async close(): Promise<void> {
    this.cut('reset')
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #join(pair: readonly [Socket, Socket]): void {
    this.#pairs.add(pair)
    const [near, far] = pair
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#pairs.delete(pair)
        to.destroy()
      })
      if (this.#state === 'silence') from.pause()
    }
  }
}
