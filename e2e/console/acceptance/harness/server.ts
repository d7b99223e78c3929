import { afterAll, beforeAll, describe, setDefaultTimeout } from 'bun:test'
import { Caller } from '../../../harness/caller.ts'
import { Weir } from '../../../harness/weir.ts'

export const PASSWORD = 'a password of some length'

const START_MS = 180_000
const TEST_MS = 180_000

/** The product as a process of its own, and who calls it. */
export class Server {
  readonly visitor: Caller
  readonly root: Caller
  readonly #weir: Weir
  readonly #members = new Map<string, Promise<Caller>>()

  private constructor(weir: Weir, root: Caller) {
    this.#weir = weir
    this.root = root
    this.visitor = new Caller(weir.url)
  }

  static async start(): Promise<Server> {
    const weir = await Weir.start()
    return new Server(weir, await Caller.signIn(weir.url))
  }

  get url(): string {
    return this.#weir.url
  }

  /** The account of role 1 with that name, made when it is first asked for. */
  member(username: string): Promise<Caller> {
    const known = this.#members.get(username) ?? this.#enrol(username).then(() => this.signIn(username))
    this.#members.set(username, known)
    return known
  }

  /** A new account of role 10. A promotion ends what sessions there were. */
  async admin(username: string): Promise<Caller> {
    await this.#enrol(username)
    await this.root.data('POST /api/user/manage', { username, action: 'promote' })
    return await this.signIn(username)
  }

  /** One more session of a member. */
  signIn(username: string): Promise<Caller> {
    return Caller.signIn(this.url, username, PASSWORD)
  }

  async #enrol(username: string): Promise<void> {
    await this.root.data('POST /api/user/', { username, password: PASSWORD, display_name: username })
  }

  close(): Promise<void> {
    return this.#weir.close()
  }
}

/** A file of statements about the server: one process for all of them, and no browser. */
export const serverAcceptance = (group: string, statements: (server: () => Server) => void): void => {
  setDefaultTimeout(TEST_MS)
  describe(group, () => {
    let server: Server
    beforeAll(async () => {
      server = await Server.start()
    }, START_MS)
    afterAll(() => server.close())
    statements(() => server)
  })
}
