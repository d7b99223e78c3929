import { expect, it } from 'bun:test'
import { parseChannelCost } from './channel-cost.ts'

it.each<readonly [string, readonly (readonly [string, unknown])[]]>([
  ['', []],
  [' 0.8 ', [['*', 0.8]]],
  [
    '{"*":0.9,"gpt-4o":{"input":2,"output":8},"o3":0.5}',
    [
      ['*', 0.9],
      ['gpt-4o', { input: 2, output: 8 }],
      ['o3', 0.5],
    ],
  ],
])('reads %p', (text, rules) => {
  expect([...(parseChannelCost(text) ?? [['none', 0]])]).toEqual(rules as never)
})

it.each(['x', '-1', '1001', '[]', '"0.8"', '{"m":"0.8"}', '{"m":-1}', '{"m":{"prize":1}}', '{"":1}', 'null'])('takes no %p', (text) => {
  expect(parseChannelCost(text)).toBeUndefined()
})
