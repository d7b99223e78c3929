import { expect, it } from 'bun:test'
import { RecentEnds } from './recent-ends.ts'

it('what has ended is remembered until a thousand others have', () => {
  const ends = new RecentEnds()
  for (let at = 0; at < 1000; at++) ends.add(`e${at}`)
  expect([ends.has('e0'), ends.has('e999'), ends.has('e1000')]).toEqual([true, true, false])
  ends.add('e1000')
  expect([ends.has('e0'), ends.has('e1'), ends.has('e1000')]).toEqual([false, true, true])
})

it('what has no id is never remembered', () => {
  const ends = new RecentEnds()
  ends.add('')
  expect(ends.has('')).toBe(false)
})
