import { CompiledQuery, type DatabaseConnection, type DatabaseIntrospector, type Dialect, type Driver, type QueryResult } from 'kysely'
import type { Engine, Link } from './engine.ts'

class LinkConnection implements DatabaseConnection {
  readonly link: Link

  constructor(link: Link) {
    this.link = link
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.link.query(query.sql, query.parameters)
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
  readonly #run = (connection: DatabaseConnection, sql: string): Promise<unknown> => connection.executeQuery(CompiledQuery.raw(sql))

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LinkConnection> {
    return new LinkConnection(await this.#engine.open())
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#run(connection, this.#engine.beginSql)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#run(connection, 'commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // The first error is the one worth telling; a connection that cannot roll back is thrown away by its link.
    await this.#run(connection, 'rollback').catch(() => undefined)
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
