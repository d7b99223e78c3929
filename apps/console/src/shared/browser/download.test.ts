import { expect, spyOn, test } from 'bun:test'
import { downloadText, safeFileName } from './download.ts'

test('a file name loses what a file system would refuse', () => {
  expect(safeFileName('a/b\\c:d*e?.txt')).toBe('a_b_c_d_e_.txt')
  expect(safeFileName('../../x\n.txt')).toBe('_.._x_.txt')
})

test('there is always a name', () => {
  expect([safeFileName(''), safeFileName('...')]).toEqual(['download', 'download'])
})

test('ordinary names stay', () => {
  expect(safeFileName('春节活动 2026.txt')).toBe('春节活动 2026.txt')
  expect([100, 101].map((length) => safeFileName('a'.repeat(length)).length)).toEqual([100, 100])
})

test('a text is handed over as a file in UTF-8, and its address is given back', async () => {
  const clicked: { href: string; download: string }[] = []
  const link = { href: '', download: '', click: () => void clicked.push({ ...link }) }
  Object.defineProperty(globalThis, 'document', { configurable: true, value: { createElement: () => link } })
  const [made, revoked]: [Blob[], string[]] = [[], []]
  const create = spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob)
    return 'blob:one'
  })
  const revoke = spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
  try {
    downloadText('a/b.csv', '渠道', 'text/csv')
    downloadText('plain.txt', '')
  } finally {
    create.mockRestore()
    revoke.mockRestore()
    Reflect.deleteProperty(globalThis, 'document')
  }
  expect(clicked.map(({ href, download }) => [href, download])).toEqual([
    ['blob:one', 'a_b.csv'],
    ['blob:one', 'plain.txt'],
  ])
  expect(await made[0]?.text()).toBe('渠道')
  expect(made.map(({ type }) => type)).toEqual(['text/csv;charset=utf-8', 'text/plain;charset=utf-8'])
  expect(revoked).toEqual(['blob:one', 'blob:one'])
})
