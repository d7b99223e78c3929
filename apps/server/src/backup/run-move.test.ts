import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, it } from 'bun:test'
import { join } from 'node:path'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'
import { closedPort } from '../testing/sockets/closed-port.ts'

let stand: CommandFolder
beforeEach(async () => {
  stand = await openCommandFolder()
})
afterEach(() => stand.remove())

it('a target that does not answer is named, with the place where its address was given', async () => {
  using source = new Database(join(stand.folder, 'weir.db'))
  // No server has used it lately.
  source.run('delete from nodes')
  const port = closedPort()
  expect(await stand.refusal(`move --to postgres://u:secret@127.0.0.1:${port}/weir`)).toBe(
    `the database to move to, PostgreSQL weir at 127.0.0.1:${port}, cannot be used: PostgreSQL: connect ECONNREFUSED 127.0.0.1:${port}: check host, user and password after --to`,
  )
})
