import { expect, it } from 'bun:test'
import type { Entry } from '../search-index.ts'
import { find, markWords } from './find.ts'

const entries: readonly Entry[] = [
  ['backup.html', 'Backup', '', 'Copies of the database'],
  ['deploy.html#keys', 'Deploy', 'Keys', 'A backup needs the key'],
  ['decisions/backup.html', 'Backup', 'Why', 'backup backup'],
  ['backup.html#恢复', '备份', '恢复', '把备份恢复到空数据库'],
]
const addresses = (query: string): readonly string[] => find(entries, query).map(({ address }) => address)

it('finds passages that hold every word, titles first and decisions last', () => {
  expect(addresses('BACKUP')).toEqual(['backup.html', 'deploy.html#keys', 'decisions/backup.html'])
  expect(addresses('backup key')).toEqual(['deploy.html#keys'])
  expect([addresses('backup nothing'), addresses('  ')]).toEqual([[], []])
})

it('finds Chinese without spaces', () => {
  expect(addresses('空数据')).toEqual(['backup.html#恢复'])
})

it('cuts the text around the first word', () => {
  const long = `${'a'.repeat(100)} needle ${'b'.repeat(300)}`
  const [hit] = find([['x', 'X', '', long]], 'needle')
  expect(hit?.excerpt).toBe(`…${'a'.repeat(39)} needle ${'b'.repeat(113)}…`)
})

it('takes the words of a query as they are', () => {
  expect(markWords('a.b (C)', '. (c)')).toEqual(['a', '.', 'b ', '(C)', ''])
})
