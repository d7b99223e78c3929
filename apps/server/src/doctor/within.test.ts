import { expect, it } from 'bun:test'
import { TookTooLong, within } from './within.ts'

it('ends what never ends', async () => {
  await expect(within(new Promise(() => undefined), 20)).rejects.toThrow(new TookTooLong(20))
  expect(new TookTooLong(5000).message).toBe('no answer within 5 s')
})

it('passes on what comes in time', async () => {
  expect(await within(Promise.resolve(7))).toBe(7)
  await expect(within(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
