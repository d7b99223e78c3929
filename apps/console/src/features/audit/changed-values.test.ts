import { expect, test } from 'bun:test'
import { changedValues, changeSummary } from './changed-values.ts'

test('fields are told one by one, with what each was and is', () => {
  expect(changedValues('{"name":"a","weight":1,"gone":true}', '{"name":"a","weight":2,"tags":["x"]}')).toEqual([
    { name: 'name', before: 'a', after: 'a', isChanged: false },
    { name: 'weight', before: '1', after: '2', isChanged: true },
    { name: 'gone', before: 'true', after: '', isChanged: true },
    { name: 'tags', before: '', after: '["x"]', isChanged: true },
  ])
})

test('a value without fields is told as a whole, as JSON or in the words of a command', () => {
  expect(changedValues('"1"', '"2"')).toEqual([{ name: '', before: '1', after: '2', isChanged: true }])
  expect(changedValues('3 sheets', '4 sheets')).toEqual([{ name: '', before: '3 sheets', after: '4 sheets', isChanged: true }])
  expect(changedValues('', '')).toEqual([])
})

test('the list names what has another value, and not more than fits', () => {
  expect(changeSummary('{"name":"a","status":1}', '{"name":"a","status":2}')).toBe('status: 1 → 2')
  expect(changeSummary('"old"', '"new"')).toBe('old → new')
  expect(changeSummary('{"name":"a"}', '')).toBe('name: a → –')
  expect(changeSummary('', '{"a":1,"b":2,"c":3,"d":4,"e":5}')).toBe('a: 1, b: 2, c: 3, d: 4, …')
})
