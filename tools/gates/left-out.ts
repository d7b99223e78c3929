/** Tests that `npm test` runs on every database, SQLite included, in a suite of their own. */
export const onAllDatabases = [
  './packages/store',
  './apps/server/src/http/tests/any-number.test.ts',
  './apps/server/src/cli/config/apply-killed.test.ts',
  './apps/server/src/cli/money.test.ts',
] as const

/**
 * Files that `npm test` runs and `npm run check` does not: each takes more than a second of the processor, since what it shows needs
 * many rounds, much data or processes of its own.
 */
export const largeTests = [
  // Every combination, or a long way of random steps.
  './apps/server/src/http/tests/any-number.test.ts',
  './apps/server/src/http/tests/any-input.test.ts',
  './packages/store/src/testing/ledger-model/model.test.ts',
  // Much data: work that grows with the square of it would take minutes.
  './packages/contract/src/patterns.test.ts',
  './packages/providers/src/wide-calls.test.ts',
  './packages/store/src/log-index/log-index.test.ts',
  './packages/store/src/log-index/postings/postings.test.ts',
  './packages/store/src/metering/recompute.test.ts',
  './packages/store/src/statements/ledger-sums.test.ts',
  // Processes, and passwords and keys that are slow by intent.
  './apps/server/src/backup/backup-commands.test.ts',
  './apps/server/src/cli/config/apply-killed.test.ts',
  './apps/server/src/import/run-import.test.ts',
  './apps/server/src/rotate-key.test.ts',
  './tools/launcher.test.ts',
  './tools/mutate/judge.test.ts',
  './tools/site/api/api.test.ts',
] as const
