import { sql, type Kysely } from 'kysely'
import { eventually } from '../../../../tools/testing/eventually.ts'
import type { Schema } from '../schema.ts'
import type { DatabaseName } from './test-databases.ts'

interface Connection {
  readonly id: number
}

/** A connection that was listed may be gone before it is dropped. */
const hasEndedMeanwhile = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ER_NO_SUCH_THREAD'

const servers = {
  PostgreSQL: {
    others: sql<Connection>`select pid as id from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    drop: (id: number) => sql`select pg_terminate_backend(${sql.lit(id)})`,
  },
  MySQL: {
    others: sql<Connection>`select id from information_schema.processlist where db = database() and id <> connection_id()`,
    drop: (id: number) => sql`kill ${sql.lit(id)}`,
  },
}

/** A server only notes that a connection is to end. Who asks over it before it has would be told so in the middle of a question. */
export const dropOtherConnections = async (name: DatabaseName, kysely: Kysely<Schema>): Promise<void> => {
  if (name === 'SQLite') return
  const { others, drop } = servers[name]
  const { rows: dropped } = await others.execute(kysely)
  for (const { id } of dropped) {
    await drop(id)
      .execute(kysely)
      .catch((error: unknown) => {
        if (!hasEndedMeanwhile(error)) throw error
      })
  }
  await eventually('the connections to end', async () => {
    const { rows } = await others.execute(kysely)
    return rows.some(({ id }) => dropped.some((connection) => connection.id === id)) ? undefined : true
  })
  // One more answer, so that the ends, which were sent before it, have come here too.
  await others.execute(kysely)
}
