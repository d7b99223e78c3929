import { expect, test } from 'bun:test'
import { runBulk } from './run-bulk.ts'

test('works on every id and reports the failures beside the successes', async () => {
  const error = new Error('no')
  const result = await runBulk([1, 2, 3], (id) => (id === 2 ? Promise.reject(error) : Promise.resolve()))
  expect([...result.done].sort()).toEqual([1, 3])
  expect(result.failed).toEqual([{ id: 2, error }])
})

test('never runs more than the given number at once', async () => {
  let running = 0
  let most = 0
  await runBulk(
    [1, 2, 3, 4, 5, 6],
    async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
    },
    { parallel: 2 },
  )
  expect(most).toBe(2)
})

test('stops between calls when told to', async () => {
  const stop = new AbortController()
  const result = await runBulk(
    [1, 2, 3],
    () => {
      stop.abort()
      return Promise.resolve()
    },
    { parallel: 1, signal: stop.signal },
  )
  expect(result.done).toEqual([1])
})

test('runs four at once unless told otherwise, and ends with the last of them', async () => {
  let running = 0
  let most = 0
  const { done } = await runBulk([1, 2, 3, 4, 5, 6, 7], async (id) => {
    running += 1
    most = Math.max(most, running)
    for (let turn = 0; turn < 10 * id; turn += 1) await Promise.resolve()
    running -= 1
  })
  expect([most, running, done.length]).toEqual([4, 0, 7])
})
