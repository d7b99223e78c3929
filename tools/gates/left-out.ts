/** Tests that `npm test` runs on every database, SQLite included, in a suite of their own. */
export const onAllDatabases = [
  './packages/store',
  './apps/server/src/http/tests/any-number.test.ts',
  './apps/server/src/cli/config/apply-killed.test.ts',
  './apps/server/src/cli/money.test.ts',
] as const

/**
 * Files that `npm test` runs and `npm run check` does not: each takes about a second of the processor or more, since what it shows needs
 * many rounds, much data or processes of its own.
 */
export const largeTests = [
  // Every combination, or a long way of random steps.
  './apps/server/src/http/tests/any-number.test.ts',
  './apps/server/src/http/tests/any-input.test.ts',
  './packages/store/src/testing/ledger-model/model.test.ts',
  './packages/store/src/audit/traced.test.ts',
  // Much data: work that grows with the square of it would take minutes.
  './apps/server/src/relay/token-counter.test.ts',
  './packages/contract/src/patterns.test.ts',
  './packages/providers/src/wide-calls.test.ts',
  './packages/store/src/log-database/log-database.test.ts',
  './packages/store/src/log-index/log-index.test.ts',
  './packages/store/src/log-index/postings/postings.test.ts',
  './packages/store/src/metering/oversized.test.ts',
  './packages/store/src/metering/recompute.test.ts',
  './packages/store/src/move-in/move-in.test.ts',
  './packages/store/src/repositories/logs/logs.test.ts',
  './packages/store/src/statements/ledger-sums.test.ts',
  './packages/store/src/statistics/statistics.test.ts',
  // Processes, and passwords and keys that are slow by intent.
  './apps/server/src/backup/backup-commands.test.ts',
  './apps/server/src/cli/config/apply-killed.test.ts',
  './apps/server/src/import/run-import.test.ts',
  './apps/server/src/rotate-key.test.ts',
  './packages/store/src/keys/rotation.test.ts',
  './tools/launcher.test.ts',
  './tools/mutate/judge.test.ts',
  './tools/site/api/api.test.ts',
] as const
