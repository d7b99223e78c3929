import { join } from 'node:path'
import { databases, type FreshDatabase } from '../harness/databases.ts'
import type { Environment } from '../harness/product.ts'
import { MODEL, closeStand, openStand, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? ''

const shared = databases.find(({ name }) => name === 'PostgreSQL')

/** Whether there is a database that several nodes can share. */
export const canShare = shared !== undefined

/** What the first account starts with. */
export const FIRST_CREDIT = 500_000_000_000_000

interface Call {
  readonly key: string
  readonly content?: string
  readonly isStream?: boolean
  readonly signal?: AbortSignal
}

export const chatAt = (url: string, { key, content = 'hello', isStream = false, signal }: Call): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, stream: isStream, messages: [{ role: 'user', content }] }),
    ...(signal && { signal }),
  })

interface NodesOptions {
  /** Of all nodes. */
  readonly environment?: Environment
  /** Of each node, in their order; made once the address of the database is known. */
  readonly own?: (databaseUrl: string) => Promise<readonly Environment[]>
}

/** Three processes of the product on one PostgreSQL, with one upstream. */
export class Nodes {
  readonly database: FreshDatabase
  readonly stand: Stand
  readonly weirs: Weir[]
  /** Their folders are in use by those that took their place. */
  readonly #ended: Weir[] = []

  private constructor(database: FreshDatabase, stand: Stand, others: readonly Weir[]) {
    this.database = database
    this.stand = stand
    this.weirs = [stand.weir, ...others]
  }

  static async open({ environment = {}, own }: NodesOptions = {}): Promise<Nodes> {
    if (shared === undefined) throw new Error('three nodes need a PostgreSQL that they can share: TEST_POSTGRES_URL')
    const database = await shared.fresh()
    const common = { ...database.environment, ...environment, SECRET_KEY_FILE: join(database.dataDir, 'secret.key') }
    const owned = (await own?.(database.environment['SQL_DSN'] ?? '')) ?? []
    const options = (at: number) => ({ environment: { ...common, ...owned[at] } })
    const stand = await openStand({ ...options(0), dataDir: database.dataDir })
    return new Nodes(database, stand, await Promise.all([Weir.start(options(1)), Weir.start(options(2))]))
  }

  get urls(): readonly string[] {
    return this.weirs.map(({ url }) => url)
  }

  /** One after the other, so that each has its share. */
  urlFor(call: number): string {
    return this.weirs[call % this.weirs.length]?.url ?? ''
  }

  /** So many calls at the same time, spread over all nodes. */
  chats(count: number, call: Call): readonly Promise<Response>[] {
    return Array.from({ length: count }, (_, index) => chatAt(this.urlFor(index), call))
  }

  /** The node that has ended, in its place and with its name. */
  async startAgain(at: number): Promise<void> {
    const ended = this.weirs[at]
    if (ended === undefined) throw new Error(`there is no node ${at}`)
    const { dataDir, environment, url } = ended
    this.#ended.push(ended)
    this.weirs[at] = await Weir.start({ dataDir, environment, port: Number(new URL(url).port) })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async close(): Promise<void> {
    for (const weir of [...this.weirs, ...this.#ended]) await weir.close()
    await closeStand(this.stand)
    await this.database.drop()
  }
}

export const withStatus = (replies: readonly Response[], status: number): number =>
  replies.filter((reply) => reply.status === status).length
