import type { Clock } from '@weir/relay/ports'
import type { Database } from './database.ts'
import type { Vault } from './vault.ts'

/** Where the log is kept when it has a database of its own. */
export interface LogDatabase extends Database {
  /** Moves the rows there that still lie in the other database. */
  catchUp(): Promise<void>
}

/** What every repository is built from. */
export interface StoreContext extends Database {
  /** Absent where the log lies in the same database as everything else. */
  readonly logDatabase?: LogDatabase | undefined
  readonly vault: Vault
  readonly clock: Clock
  readonly nodeId: string
  /** Told after a write of this process to a token or its owner, so that no cached copy outlives it. */
  readonly identitiesChanged: () => void
  /** Brings back what is idle in leases of a user, on all nodes: it belongs to the balance. Says whether there was any. */
  readonly callBackLeases?: ((userId: number) => Promise<boolean>) | undefined
  /** Told after a write of this process to a channel. */
  readonly channelsChanged: () => void
  /** Told after a write of this process to a budget. */
  readonly budgetsChanged: () => void
  /** Told after a write of this process to an option. */
  readonly optionsChanged: () => void
}

export const nowSeconds = (clock: Clock): number => Math.floor(clock() / 1000)

/** The database that lists and figures of the log are read from. */
export const logDatabaseOf = ({ logDatabase, kysely, engine }: Pick<StoreContext, 'logDatabase' | 'kysely' | 'engine'>): Database =>
  logDatabase ?? { kysely, engine }
