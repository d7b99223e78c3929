import { expect, test } from 'bun:test'
import { draftText, withDraft } from './draft.ts'

const initial = { name: '', quota: 500_000, models: ['a'] }

test('a draft comes back over a reload', () => {
  expect(withDraft(initial, draftText({ ...initial, name: 'x', models: [] }, []))).toEqual({ name: 'x', quota: 500_000, models: [] })
})

test.each([null, '', '{broken', '[]', '"text"', '{"name":5,"models":"a","other":1}'])('%p leaves the form as it is', (raw) => {
  expect(withDraft(initial, raw)).toEqual(initial)
})

test('secrets are not stored', () => {
  expect(draftText({ username: 'a', password: 'secret' }, ['password'])).toBe('{"username":"a"}')
})
