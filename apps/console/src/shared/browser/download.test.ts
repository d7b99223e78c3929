import { expect, test } from 'bun:test'
import { safeFileName } from './download.ts'

test('a file name loses what a file system would refuse', () => {
  expect(safeFileName('a/b\\c:d*e?.txt')).toBe('a_b_c_d_e_.txt')
  expect(safeFileName('../../x\n.txt')).toBe('_.._x_.txt')
})

test('there is always a name', () => {
  expect([safeFileName(''), safeFileName('...')]).toEqual(['download', 'download'])
})

test('ordinary names stay', () => {
  expect(safeFileName('春节活动 2026.txt')).toBe('春节活动 2026.txt')
})
