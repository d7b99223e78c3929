import { expect, test } from 'bun:test'
import { readTime } from './read-time.ts'

const at = (...parts: readonly [number, number, number, number?, number?, number?]) => {
  const [year, month, ...rest] = parts
  return new Date(year, month - 1, ...rest).getTime() / 1000
}

test.each([
  ['2027-01-01', at(2027, 1, 1, 0, 0, 0)],
  [' 2027-1-5 ', at(2027, 1, 5)],
  ['2027/01/01', at(2027, 1, 1)],
  ['2027-01-01 08:30', at(2027, 1, 1, 8, 30)],
  ['２０２７－０１－０１　０８：３０', at(2027, 1, 1, 8, 30)],
  ['2027-01-01 08:30:15', at(2027, 1, 1, 8, 30, 15)],
  ['2027-01-01T23:59:59', at(2027, 1, 1, 23, 59, 59)],
  ['2028-02-29', at(2028, 2, 29)],
])('%s is a time', (text, seconds) => {
  expect(readTime(text)).toBe(seconds)
})

test.each([
  'garbage',
  '',
  '2027',
  '2027-01',
  '2027-13-01',
  '2027-02-29',
  '2027-01-01 24:00',
  '2027-01-01 99:00',
  '2027-01-01 10:00:60',
  '2027-00-10',
  '2027-01-00',
  '2027-01-01 10:60',
  '2027-01-01 10',
  '-1',
])('%p is none', (text) => {
  expect(readTime(text)).toBeUndefined()
})
