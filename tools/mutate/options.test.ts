import { expect, it } from 'bun:test'
import { readOptions } from './options.ts'

it('plants 160 changes without arguments', () => {
  expect(readOptions([])).toEqual({
    seed: 1,
    count: 160,
    area: undefined,
    file: undefined,
    near: 6,
    more: 24,
    limitMs: 150_000,
    isList: false,
    isCheck: false,
    hasBrowser: false,
    hasTypes: false,
  })
})

it('reads what is asked for', () => {
  const asked = readOptions([
    '--seed',
    '9',
    '--count',
    '12',
    '--area',
    'store',
    '--file',
    'dsn',
    '--limit',
    '400',
    '--list',
    '--check',
    '--browser',
    '--types',
  ])
  expect(asked).toMatchObject({
    seed: 9,
    count: 12,
    area: 'store',
    file: 'dsn',
    limitMs: 400_000,
    isList: true,
    isCheck: true,
    hasBrowser: true,
    hasTypes: true,
  })
})

it.each([
  [['--area', 'moon'], '--area moon: give one of console, server'],
  [['--count', 'ten'], '--count ten: give a whole number of at least 0'],
  [['--seed', '-1'], '--seed'],
  [['--loud'], '--loud'],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
})
