import { CompiledQuery, type DatabaseConnection, type DatabaseIntrospector, type Dialect, type Driver, type QueryResult } from 'kysely'
import { retryConflicts } from '../transaction.ts'
import type { Engine, Link } from './engine.ts'

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

class LinkDriver implements Driver {
  readonly #engine: Engine
  readonly #run = (connection: LinkConnection, sql: string): Promise<unknown> => connection.executeQuery(CompiledQuery.raw(sql))

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LinkConnection> {
    return new LinkConnection(await this.#engine.open())
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
