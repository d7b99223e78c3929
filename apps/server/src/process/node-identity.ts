import { Database } from 'bun:sqlite'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Another running server uses the same data folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
}

export interface NodeIdentity {
  readonly id: string
  release(): void
}

/**
 * Names this node, the same after every restart, and makes sure that no second process runs under the name:
 * at start a node gives back what its earlier life held, and a twin would give away what is still in use.
 * The lock is the operating system's, so it goes with the process however that ends.
 */
export const claimNode = (dataDir: string, name = 'node'): NodeIdentity => {
  const file = new Database(join(dataDir, `${name}.lock`))
  try {
    file.run('create table if not exists node (id text not null)')
    file.run('begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') {
      throw new DataDirInUse(`another Weir is running with the data in ${dataDir}: stop it first, or choose another DATA_DIR`)
    }
    throw error
  }
  const known = file.query<{ id: string }, []>('select id from node').get()
  const id = known?.id ?? randomUUID()
  if (known === null) {
    file.query('insert into node (id) values (?)').run(id)
    // Written down before anything is held under the name; then locked again.
    file.run('commit')
    file.run('begin exclusive')
  }
  return { id, release: () => file.close() }
}
