import type { AnswerIds } from '@weir/relay/answer-ids'
import type { ClientSecrets } from '@weir/relay/client-secrets'
import type { Identities } from '@weir/relay/identity'
import type { BudgetPool } from '@weir/relay/guards/budgets'
import type { ChannelPool, Clock, Ledger } from '@weir/relay/ports'
import { createAnswerIds } from './answer-ids.ts'
import { createClientSecrets } from './client-secrets.ts'
import { nowSeconds, type StoreContext } from './context.ts'
import { createChanges, type ChangedThing, type Changes } from './changes/changes.ts'
import { openDatabase } from './database.ts'
import { parseDsn, parseLogDsn } from './dsn.ts'
import type { FollowedClock } from './followed-clock.ts'
import { adoptKeys, createFollowedKeys, type FollowedKeys } from './keys/follow-keys.ts'
import { createKeyRotation, type KeyRotation } from './keys/rotation.ts'
import { createLedgerMaintenance, type LedgerMaintenance } from './metering/ledger-maintenance.ts'
import { createLedger } from './metering/ledger.ts'
import type { OnLeased } from './metering/leases/lease.ts'
import type { LogMover } from './log-database/log-mover.ts'
import { openLogDatabase, type OpenLogDatabase } from './log-database/open-log-database.ts'
import { requireOwnLog } from './log-database/prepare-log-database.ts'
import { createMoveIn, type MoveIn } from './move-in/move-in.ts'
import { installationId } from './installation.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { createBudgetPool } from './repositories/budgets.ts'
import { createIdentities } from './repositories/identities.ts'
import { createPool } from './repositories/pool.ts'
import { createStoreParts, type StoreParts } from './parts/store-parts.ts'
import { bumpRevision } from './rows.ts'
import { inTransaction } from './transaction.ts'
import { createKeyring, type Vault } from './vault.ts'

export interface StoreOptions {
  /** Empty: SQLite at `sqlitePath`. */
  readonly dsn: string
  readonly sqlitePath: string
  /** Of the database that the log is kept in: of a server, or a file of SQLite. Empty: the same database. */
  readonly logDsn?: string
  /** 32 bytes that never enter the database. */
  readonly rootKey: Uint8Array
  /** While the root key is replaced: the next one, or the one before. */
  readonly otherRootKeys?: readonly Uint8Array[]
  /** The same after a restart, and of no other running process: holds of an earlier life are found by it. */
  readonly nodeId: string
  readonly clock: Clock
  /** Given the way to ask for the time at the database, before anything is written and with every heartbeat: what sets the clock. */
  readonly followTime?: FollowedClock['follow']
  /** Refuses an empty database instead of filling it. */
  readonly mustExist?: boolean
  /** Told after every commit of the ledger how many operations shared it. */
  readonly onCommit?: (operations: number) => void
  readonly onLeased?: OnLeased
  /** Takes the place of the way to connect. */
  readonly openDatabase?: typeof openDatabase
}

export interface Store extends StoreParts {
  readonly identities: Identities
  readonly pool: ChannelPool
  readonly budgetPool: BudgetPool
  readonly ledger: Ledger
  readonly ledgerMaintenance: LedgerMaintenance
  readonly vault: Vault
  readonly answerIds: AnswerIds
  readonly clientSecrets: ClientSecrets
  readonly keys: FollowedKeys
  readonly keyRotation: KeyRotation
  readonly moveIn: MoveIn
  readonly changes: Changes
  /** Undefined where the log has no database of its own. */
  readonly logMover: LogMover | undefined
  /** Tells this installation from another on the same host. */
  readonly installationId: string
  /**
   * All that `work` writes by the parts it is given is there together or not at all, entries in the audit trail included; nobody else changes
   * options, channels or budgets meanwhile. It runs again from its start where the database asks for that, and must not use other parts.
   */
  atomically<T>(work: (parts: StoreParts) => Promise<T>): Promise<T>
  /** Throws `StoreUnavailable` when the database cannot be written: on a full disk it still answers. */
  probe(): Promise<void>
  /** Waits for running commits. */
  close(): Promise<void>
}

/** What is not committed yet must not be read again. */
const UNTOLD = {
  identitiesChanged: () => undefined,
  channelsChanged: () => undefined,
  budgetsChanged: () => undefined,
  // Leases go back by a commit of their own, which would wait for the one that is under way.
  callBackLeases: undefined,
}

/** Connects, checks the root key, brings the schema up to date and gives back what an earlier life of this node held. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const keyring = createKeyring([options.rootKey, ...(options.otherRootKeys ?? [])])
  const { vault } = keyring
  const open = options.openDatabase ?? openDatabase
  const mainAddress = parseDsn(options.dsn, options.sqlitePath)
  const logAddress = parseLogDsn(options.logDsn ?? '')
  const database = open(mainAddress)
  const { kysely } = database
  let log: OpenLogDatabase | undefined
  const base = { ...database, vault, clock: options.clock, nodeId: options.nodeId }
  const followTime = async (): Promise<void> => options.followTime?.(() => database.engine.now(kysely))
  try {
    await followTime()
    if (options.mustExist === true) await requireMigrated(database)
    await migrate(database, keyring, nowSeconds(options.clock))
    if (logAddress === undefined) await requireOwnLog(database)
    else log = await openLogDatabase({ main: database, mainAddress, logAddress, open, clock: options.clock })
    const identities = createIdentities(base)
    const pool = createPool(base)
    const budgetPool = createBudgetPool(base)
    const changes = createChanges({ ...base, messages: database.engine.messages })
    const changed = (thing: ChangedThing, forget: () => void): void => {
      forget()
      changes.announce(thing)
    }
    const ledger = createLedger({
      ...base,
      ...(options.onCommit && { onCommit: options.onCommit }),
      ...(options.onLeased && { onLeased: options.onLeased }),
    })
    const forgetIdentities = (): void => {
      identities.forgetAll()
      ledger.endLeases()
    }
    const context: StoreContext = {
      ...base,
      logDatabase: log?.database,
      callBackLeases: (userId) => ledger.callBackLeases(userId),
      identitiesChanged: () => changed('identities', forgetIdentities),
      channelsChanged: () => changed('channels', () => pool.forget()),
      budgetsChanged: () => changed('budgets', () => budgetPool.forget()),
      optionsChanged: () => changes.announce('options'),
    }
    changes.onChange('identities', forgetIdentities)
    changes.onChange('channels', () => pool.forget())
    changes.onChange('budgets', () => budgetPool.forget())
    const ledgerMaintenance = createLedgerMaintenance({ ...context, followTime }, ledger)
    await ledgerMaintenance.heartbeat()
    const { nodeId } = options
    await adoptKeys({ kysely, keyring, nodeId })
    await ledgerMaintenance.releaseOwnHolds()
    return {
      ...createStoreParts(context),
      identities,
      pool,
      budgetPool,
      ledger,
      ledgerMaintenance,
      vault,
      answerIds: createAnswerIds(vault),
      clientSecrets: createClientSecrets(vault),
      keys: createFollowedKeys({ kysely, keyring, nodeId }),
      keyRotation: createKeyRotation({ ...context, keyring }),
      moveIn: createMoveIn(context),
      changes,
      logMover: log?.mover,
      installationId: await installationId(kysely),
      async atomically(work) {
        const value = await inTransaction(kysely, async (db) => {
          // Taken before anything is read: who changes one of them now waits for the end of the work.
          for (const name of ['options', 'channels', 'budgets'] as const) await bumpRevision(db, name)
          return await work(createStoreParts({ ...context, kysely: db, ...UNTOLD }))
        })
        context.identitiesChanged()
        context.channelsChanged()
        context.budgetsChanged()
        return value
      },
      probe: () => ledgerMaintenance.heartbeat(),
      async close() {
        await ledger.drain()
        await changes.close()
        await log?.close()
        await kysely.destroy()
      },
    }
  } catch (error) {
    await log?.close()
    await kysely.destroy()
    throw error
  }
}
