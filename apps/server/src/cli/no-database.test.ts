import { expect, it } from 'bun:test'
import { existsSync } from 'node:fs'
import { CommandError } from '../commands.ts'
import { runCommandLine } from '../testing/command-line.ts'

it.each([
  [['backup', '/nowhere/copy']],
  [['move', '--to', '/nowhere/moved.db']],
  [['rotate-key']],
  [['ledger', 'verify']],
  [['user', 'list']],
])('says where it looked for a database, and how to name another place: %p', async (line) => {
  const failure = await runCommandLine(line, { environment: { DATA_DIR: '/nowhere' } }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CommandError)
  expect(String(failure)).toBe('CommandError: there is no database at /nowhere/weir.db: set DATA_DIR or SQLITE_PATH as the server has them')
  expect(existsSync('/nowhere')).toBe(false)
})
