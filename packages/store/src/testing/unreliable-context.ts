import { Kysely } from 'kysely'
import type { StoreContext } from '../context.ts'
import { openDatabase } from '../database.ts'
import { createLinkDialect } from '../dialect/link-dialect.ts'
import { parseDsn } from '../dsn.ts'
import type { Schema } from '../schema.ts'
import { createVault } from '../vault.ts'
import { TEST_ROOT_KEY } from './root-key.ts'
import type { StoreHarness } from './store-harness.ts'
import { noFaults, unreliable, type Faults } from './unreliable-engine.ts'

/** What repositories are built from, on connections of its own to the suite's database that fail on demand. */
export interface UnreliableContext {
  readonly context: StoreContext
  readonly faults: Faults
  readonly close: () => Promise<void>
}

const vault = createVault(TEST_ROOT_KEY)

export const openUnreliable = (harness: StoreHarness, nodeId: string): UnreliableContext => {
  const faults = noFaults()
  const reliable = openDatabase(parseDsn(harness.database.dsn, harness.database.sqlitePath))
  const engine = unreliable(reliable.engine, faults)
  const kysely = new Kysely<Schema>({ dialect: createLinkDialect(engine) })
  const clock = () => harness.nowMs
  const unused = () => undefined
  const changed = { identitiesChanged: unused, channelsChanged: unused, budgetsChanged: unused, optionsChanged: unused }
  const context = { engine, kysely, vault, clock, nodeId, ...changed }
  return { context, faults, close: () => kysely.destroy() }
}
