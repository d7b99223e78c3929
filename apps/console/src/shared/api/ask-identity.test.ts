import { expect, test } from 'bun:test'
import { askIdentity, identityQuestion } from './ask-identity.ts'

test.each([true, false])('calls that are refused at the same time share one question, answered with %p', async (isConfirmed) => {
  const asked = [askIdentity(), askIdentity()]
  identityQuestion.get()?.answer(isConfirmed)
  expect(identityQuestion.get()).toBeUndefined()
  expect(await Promise.all(asked)).toEqual([isConfirmed, isConfirmed])
})

test('a later call asks anew', async () => {
  const first = askIdentity()
  identityQuestion.get()?.answer(true)
  await first
  const second = askIdentity()
  expect(identityQuestion.get()).toBeDefined()
  identityQuestion.get()?.answer(false)
  expect(await second).toBe(false)
})
