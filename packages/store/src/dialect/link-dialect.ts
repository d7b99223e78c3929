import { CompiledQuery, type DatabaseConnection, type DatabaseIntrospector, type Dialect, type Driver, type QueryResult } from 'kysely'
import { StoreUnavailable } from '../errors.ts'
import { retryConflicts } from '../transaction.ts'
import type { Engine, Link } from './engine.ts'
import { MAX_READERS } from './pool-size.ts'

class LinkConnection implements DatabaseConnection {
  readonly link: Link
  isInTransaction = false

  constructor(link: Link) {
    this.link = link
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const run = () => this.link.query(sql, parameters)
    // A statement without a transaction that loses a deadlock has done nothing; in one, all of it is gone.
    const result = this.isInTransaction ? await run() : await retryConflicts(run)
    return {
      rows: result.rows as R[],
      numAffectedRows: BigInt(result.affected),
      ...(result.insertId === undefined ? {} : { insertId: BigInt(result.insertId) }),
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the store reads in pages, not in streams')
  }
}

/** As long as the drivers wait for one of theirs. */
const MAX_WAIT_MS = 5000

class LinkDriver implements Driver {
  readonly #engine: Engine
  readonly #waiting = new Set<() => void>()
  #free: number
  readonly #run = (connection: LinkConnection, sql: string): Promise<unknown> => connection.executeQuery(CompiledQuery.raw(sql))

  constructor(engine: Engine) {
    this.#engine = engine
    this.#free = engine.capabilities.isEmbedded ? Infinity : MAX_READERS
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LinkConnection> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait()
    try {
      return new LinkConnection(await this.#engine.open())
    } catch (error) {
      this.#leave()
      throw error
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(enter)
        reject(new StoreUnavailable(`all ${MAX_READERS} connections to the database were taken for ${MAX_WAIT_MS / 1000} s`))
      }, MAX_WAIT_MS)
      this.#waiting.add(enter)
    })
  }

  /** Whoever waits longest takes the place. */
  #leave(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free += 1
    else next()
  }

  async beginTransaction(connection: LinkConnection): Promise<void> {
    connection.isInTransaction = true
    await this.#run(connection, this.#engine.beginSql)
  }

  async commitTransaction(connection: LinkConnection): Promise<void> {
    await this.#run(connection, 'commit')
    connection.isInTransaction = false
  }

  async rollbackTransaction(connection: LinkConnection): Promise<void> {
    // The first error is the one worth telling; a connection that cannot roll back is thrown away by its link.
    await this.#run(connection, 'rollback').catch(() => undefined)
    connection.isInTransaction = false
  }

  async releaseConnection(connection: LinkConnection): Promise<void> {
    connection.link.release()
    this.#leave()
  }

  async destroy(): Promise<void> {
    await this.#engine.close()
  }
}

const noIntrospection: DatabaseIntrospector = {
  getSchemas: async () => [],
  getTables: async () => [],
  getMetadata: async () => ({ tables: [] }),
}

/** One Kysely dialect for every database: the differences live behind `Engine`. */
export const createLinkDialect = (engine: Engine): Dialect => ({
  createDriver: () => new LinkDriver(engine),
  createAdapter: () => engine.createAdapter(),
  createQueryCompiler: () => engine.createQueryCompiler(),
  createIntrospector: () => noIntrospection,
})
