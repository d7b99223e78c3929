import { expect, it } from 'bun:test'
import { modelPath } from './model-path.ts'

it.each([
  ['@cf/meta/llama-3', '@cf/meta/llama-3'],
  ['owner/model:latest', 'owner/model:latest'],
  ['a b/c?d#e', 'a%20b/c%3Fd%23e'],
  ['a..b/.c', 'a..b/.c'],
])('writes %p as %p', (model, path) => {
  expect(modelPath(model)).toBe(path)
})

it.each(['', '/a', 'a/', 'a//b', '.', './a', '..', 'a/../b'])('refuses %p, which leads out of its place', (model) => {
  expect(() => modelPath(model)).toThrow('The model name cannot be used in an address')
})
