import { expect, test } from 'bun:test'
import { confirm, openQuestion } from './confirm.ts'

test('the answer of the dialog reaches the caller and closes the question', async () => {
  const answer = confirm({ title: 'x', ok: 'y' })
  openQuestion.get()?.answer(true)
  expect(await answer).toBe(true)
  expect(openQuestion.get()).toBeUndefined()
})

test('a second question answers the first with no', async () => {
  const first = confirm({ title: 'first', ok: 'y' })
  const second = confirm({ title: 'second', ok: 'y' })
  expect(await first).toBe(false)
  expect(openQuestion.get()?.title).toBe('second')
  openQuestion.get()?.answer(false)
  expect(await second).toBe(false)
})
