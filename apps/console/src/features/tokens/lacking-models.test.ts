import { expect, test } from 'bun:test'
import { lackingModels } from './lacking-models.ts'

test('names what was chosen and the group does not serve, in the order of the choice', () => {
  expect(lackingModels(['c', 'a', 'z'], ['a', 'b'])).toEqual(['c', 'z'])
  expect(lackingModels(['a'], ['a', 'b'])).toEqual([])
  expect(lackingModels([], ['a'])).toEqual([])
  expect(lackingModels(['a'], [])).toEqual(['a'])
})

test('says nothing before the models of the group are known', () => {
  expect(lackingModels(['a'], undefined)).toEqual([])
  expect(lackingModels(['a'], null)).toEqual([])
})
