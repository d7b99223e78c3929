import { expect, test } from 'bun:test'
import { outcomeOf } from '../../../../../tools/testing/outcome-of.ts'
import { createSingleRuns } from './single-runs.ts'

const counted = () => {
  const starts: PromiseWithResolvers<string>[] = []
  const start = () => {
    const held = Promise.withResolvers<string>()
    starts.push(held)
    return held.promise
  }
  return { starts, start }
}

test('while a run is under way, another of the same input is that one', async () => {
  const { run } = createSingleRuns<string>()
  const { starts, start } = counted()
  const both = [run({ body: { name: 'a' } }, start), run({ body: { name: 'a' } }, start)]
  expect(starts.length).toBe(1)
  starts[0]?.resolve('made')
  expect(await Promise.all(both)).toEqual(['made', 'made'])
})

test('other inputs run beside it, and the same once more when it is over', async () => {
  const { run } = createSingleRuns<string>()
  const { starts, start } = counted()
  const first = run({ id: 1 }, start)
  void run({ id: 2 }, start)
  expect(starts.length).toBe(2)
  starts[0]?.resolve('made')
  await first
  void run({ id: 1 }, start)
  expect(starts.length).toBe(3)
})

test('a run that failed can be tried again', async () => {
  const { run } = createSingleRuns<string>()
  const { starts, start } = counted()
  const first = run(undefined, start)
  starts[0]?.reject(new Error('no connection'))
  expect(await outcomeOf(first)).toThrow('no connection')
  void run(undefined, start)
  expect(starts.length).toBe(2)
})
