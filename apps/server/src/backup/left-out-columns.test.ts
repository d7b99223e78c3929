import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, it } from 'bun:test'
import { join } from 'node:path'
import { openCommandFolder, type CommandFolder } from '../testing/command-line.ts'

let stand: CommandFolder
beforeEach(async () => {
  stand = await openCommandFolder()
  using database = new Database(join(stand.folder, 'weir.db'))
  database.run('alter table users add column nickname text')
  // No server has used it lately.
  database.run('delete from nodes')
})
afterEach(() => stand.remove())

const LINE = 'Left out, since the tables of Weir have no such columns: users.nickname.'

it('a column that somebody has added by hand is named by a backup', async () => {
  const { out } = await stand.run(['backup', join(stand.folder, 'told.backup')])
  expect(out.split('\n')).toContain(LINE)
  expect(await stand.json(['backup', join(stand.folder, 'json.backup')])).toMatchObject({ left_out: ['users.nickname'] })
})

it('and by a move', async () => {
  const { err } = await stand.run(['move', '--to', join(stand.folder, 'moved.db')])
  expect(err.split('\n')).toContain(LINE)
})
