import { expect, test } from 'bun:test'
import { memoryStorage } from '../browser/storage.ts'
import { createLocalStore } from './local-store.ts'

test('every write tells the subscribers once, until they leave', () => {
  const store = createLocalStore(memoryStorage())
  let calls = 0
  const leave = store.subscribe(() => {
    calls += 1
  })
  store.writeAll({ a: '1', b: '2' })
  leave()
  store.write('a', '2')
  expect(calls).toBe(1)
})

test('a single write tells them too, and leaves no key behind for undefined', () => {
  const store = createLocalStore(memoryStorage())
  let calls = 0
  store.subscribe(() => {
    calls += 1
  })
  store.write('a', '1')
  expect([store.read('a'), calls]).toEqual(['1', 1])
  store.write('a', undefined)
  store.changed()
  expect([store.read('a'), calls]).toEqual([null, 3])
})
