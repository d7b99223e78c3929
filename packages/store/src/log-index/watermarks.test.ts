import { expect, it } from 'bun:test'
import { Watermarks } from './watermarks.ts'

it('how far the index has come is where the slowest of its parts is', () => {
  const watermarks = new Watermarks([
    { name: 'one', through_id: 30 },
    { name: 'two', through_id: 10 },
    { name: 'three', through_id: 20 },
  ])
  expect([watermarks.lowest(['one', 'two', 'three']), watermarks.lowest(['one', 'three'])]).toEqual([10, 20])
  expect([watermarks.of('one'), watermarks.of('never'), watermarks.lowest(['one', 'never'])]).toEqual([30, 0, 0])
})
