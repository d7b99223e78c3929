import { expect, test } from 'bun:test'
import { barsOf, namedModels, sharesOf } from './models.ts'

const slice = (model: string, quota: number, time = 0) => ({ time, model, requests: 1, failures: 0, quota, tokens: 1 })

test('shares are of the spend, the most expensive first', () => {
  expect(sharesOf([slice('a', 25), slice('b', 50), slice('a', 25, 100)]).map(({ model, share }) => [model, share])).toEqual([
    ['a', 0.5],
    ['b', 0.5],
  ])
})

test('the more expensive model comes first, and of equals the first by name', () => {
  expect(sharesOf([slice('a', 1), slice('c', 3), slice('b', 3), slice('d', 1)])).toEqual([
    { model: 'b', quota: 3, requests: 1, share: 0.375 },
    { model: 'c', quota: 3, requests: 1, share: 0.375 },
    { model: 'a', quota: 1, requests: 1, share: 0.125 },
    { model: 'd', quota: 1, requests: 1, share: 0.125 },
  ])
  expect(sharesOf([])).toEqual([])
})

test('seven models are drawn by their name, the others together', () => {
  expect(namedModels(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('where nothing was spent they are of the requests', () => {
  expect(sharesOf([slice('a', 0), slice('a', 0), slice('b', 0), slice('b', 0, 9)]).map(({ share }) => share)).toEqual([0.5, 0.5])
})

test('one unit spent is enough for shares of the spend, and without requests there are none', () => {
  expect(sharesOf([slice('a', 1), slice('b', 0), slice('b', 0, 9)]).map(({ model, share }) => [model, share])).toEqual([
    ['a', 1],
    ['b', 0],
  ])
  expect(sharesOf([{ ...slice('a', 0), requests: 0 }]).map(({ share }) => share)).toEqual([0])
  expect(sharesOf([{ ...slice('a', 0), requests: 1 }]).map(({ share }) => share)).toEqual([1])
})

test('the bars fill gaps and put the rest together', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const bars = barsOf({ start: 0, end: 200, step: 100, slices: many.map((model) => slice(model, 2)) }, many)
  expect(bars).toEqual([
    { time: 0, parts: [2, 2, 2, 2, 2, 2, 2, 4] },
    { time: 100, parts: [0, 0, 0, 0, 0, 0, 0, 0] },
  ])
})
