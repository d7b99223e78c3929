import { expect, it } from 'bun:test'
import { outcomeOf } from './outcome-of.ts'

it('throws what the promise was rejected with', async () => {
  expect(await outcomeOf(Promise.reject(new RangeError('too much')))).toThrow(new RangeError('too much'))
})

it('gives what it came to otherwise', async () => {
  const outcome = await outcomeOf(Promise.resolve(7))
  expect(outcome).not.toThrow()
  expect(outcome()).toBe(7)
})
