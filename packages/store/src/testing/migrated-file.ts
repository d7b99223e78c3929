import { openStore } from '../open-store.ts'
import { TEST_ROOT_KEY } from './root-key.ts'
import { createSqliteTemplate } from './sqlite-template.ts'

/** Writes a SQLite file with all tables under the key of tests, and no rows but those of every installation. */
export const writeMigratedFile = createSqliteTemplate(async (sqlitePath) => {
  const store = await openStore({ dsn: '', sqlitePath, rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: Date.now })
  await store.close()
})
