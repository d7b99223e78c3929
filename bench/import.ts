import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeOlderDatabase } from '@weir/store/testing/older/older-database'

/** Fills a database of one-api and measures how long `weir import` takes with all of it. SQL_DSN names another target than a new SQLite file. */

const USERS = 1000
const TOKENS = 5000
const CHANNELS = 200
const LOGS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const START = 1_770_000_000

const MAIN = resolve(import.meta.dirname, '../apps/server/src/main.ts')

const rows = (count: number, row: (id: number) => Readonly<Record<string, string | number>>) =>
  Array.from({ length: count }, (_, index) => row(index + 1))

const hash = Bun.password.hashSync('the old password', { algorithm: 'bcrypt', cost: 4 })

const folder = mkdtempSync(join(tmpdir(), 'weir-bench-import-'))
const source = join(folder, 'one-api.db')
await makeOlderDatabase(source, 'one-api', {
  users: rows(USERS, (id) => ({
    id,
    username: `user-${id}`,
    password: hash,
    role: id === 1 ? 100 : 1,
    status: 1,
    email: `u${id}@example.com`,
    quota: id * 1000,
    used_quota: id,
  })),
  tokens: rows(TOKENS, (id) => ({
    id,
    user_id: (id % USERS) + 1,
    key: `key${id}`.padEnd(48, 'x'),
    status: 1,
    name: `token-${id}`,
    expired_time: -1,
    remain_quota: id,
    unlimited_quota: 0,
  })),
  channels: rows(CHANNELS, (id) => ({
    id,
    type: 1,
    key: `sk-${id}`,
    status: 1,
    name: `channel-${id}`,
    models: 'gpt-4o,gpt-4',
    group: 'default',
  })),
})
const filling = new Database(source)
filling.run(`insert into logs (id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens,
    channel_id, request_id, elapsed_time, is_stream)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LOGS})
  select i, 1 + i * 7 % ${USERS}, ${START} + i * 5, 2, '倍率：1.25 × 1.00 × 4.00', 'user-' || (1 + i * 7 % ${USERS}), 'token-' || (1 + i * 11 % ${TOKENS}),
    'model-' || (i % 40), i % 5000, i % 4000, i % 900, 1 + i % ${CHANNELS}, 'request-' || i, i % 9000, i % 2 from n`)
filling.close()

const startedAt = performance.now()
const child = Bun.spawn([process.execPath, MAIN, 'import', source, '--logs', 'since=2026-01-01'], {
  env: { ...process.env, DATA_DIR: join(folder, 'data') },
  stdout: 'pipe',
  stderr: 'inherit',
})
const report = await new Response(child.stdout).text()
const code = await child.exited
const seconds = (performance.now() - startedAt) / 1000
console.log(report.split('\n').slice(0, 18).join('\n'))
console.log(`${USERS} users, ${TOKENS} tokens, ${CHANNELS} channels and ${LOGS} log rows in ${seconds.toFixed(1)} s, exit code ${code}`)
rmSync(folder, { recursive: true })
process.exitCode = code
