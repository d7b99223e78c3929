import { expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeOlderDatabase } from '@weir/store/testing/older/older-database'
import { ONE_API_ROWS } from '@weir/store/testing/older/one-api-rows'
import { describeStore } from '@weir/store/testing/store-harness'
import { verifyLedger } from '../ledger-check.ts'
import { readConfig } from '../config.ts'
import { runImport } from './run-import.ts'

describeStore('weir import into SQLite', (harness) => {
  it('reads a source of every kind to the last unit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-sources-'))
    const { dsn } = await harness.fresh()
    const source = dsn === '' ? join(folder, 'one-api.db') : dsn
    await makeOlderDatabase(source, 'one-api', ONE_API_ROWS)
    const config = readConfig({ DATA_DIR: join(folder, 'data') })
    const given = { source, from: undefined, isDryRun: false, logs: 'since=2026-01-01', logDb: undefined }
    const { text, isFailure } = await runImport(config, given, () => undefined)
    expect(text).toContain('  balances of accounts           9507199254741938  9507199254741938  equal')
    expect(text).toContain('  logs                 2     2')
    expect(isFailure).toBe(false)
    expect((await verifyLedger(config)).text).toBe('All balances agree with the ledger.')
    rmSync(folder, { recursive: true })
  })
})
