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

it('finds a Chinese phrase whose words stand apart, after those that have it as it is', () => {
  const pages: readonly Entry[] = [
    ['apart', '甲', '', '渠道被自动禁用'],
    ['whole', '乙', '', '在列表中禁用渠道'],
    ['half', '丙', '', '禁用账户'],
    ['signs', '丁', '', '用途、渠口、道路、禁止'],
  ]
  expect(find(pages, '禁用渠道').map(({ address }) => address)).toEqual(['whole', 'apart'])
  expect(find([['many', '甲', '', '多个节点共用一个数据库']], '多节点')).toHaveLength(1)
})

it('takes no notice of how a question is asked, and of spaces between Chinese and other letters', () => {
  expect(addresses('如何恢复备份')).toEqual(['backup.html#恢复'])
  expect(find([['image', '部署', '', '用 Docker 运行']], 'docker部署')).toHaveLength(1)
  expect(find([['what', '甲', '', '如何做到']], '如何')).toHaveLength(1)
})

it('cuts the text around the first word', () => {
  const long = `${'a'.repeat(100)} needle ${'b'.repeat(300)}`
  const [hit] = find([['x', 'X', '', long]], 'needle')
  expect(hit?.excerpt).toBe(`…${'a'.repeat(39)} needle ${'b'.repeat(113)}…`)
})

it('takes the words of a query as they are', () => {
  expect(markWords('a.b (C)', '. (c)')).toEqual(['a', '.', 'b ', '(C)', ''])
})

it('marks the words of a Chinese phrase that stand apart', () => {
  expect(markWords('渠道已禁用', '禁用渠道')).toEqual(['', '渠道', '已', '禁用', ''])
})
