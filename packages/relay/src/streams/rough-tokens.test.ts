import { expect, it } from 'bun:test'
import { roughTokens } from './rough-tokens.ts'

/** What o200k counts. */
it.each([
  [
    'English',
    'The river carries water to the sea, and nobody knows how much of it has passed under the old bridge in a hundred years.',
    26,
  ],
  ['Chinese', '河水流向大海，没有人知道有多少水从老桥下流过。', 19],
  ['Japanese', '川は海へ流れ、古い橋の下をどれほどの水が過ぎたか誰も知らない。', 28],
  ['Korean', '강물은 바다로 흘러가고 아무도 그 양을 알지 못한다. 다리 아래로 얼마나 많은 물이 지나갔는지.', 35],
  ['Russian', 'Река несёт воду к морю, и никто не знает, сколько её прошло под старым мостом за последние сто лет.', 27],
  ['JSON', '{"id":"call_1","name":"get_weather","arguments":{"city":"Paris","days":2,"unit":"celsius"}}', 27],
  ['a program', 'export const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length', 23],
  ['figures', '1234567890 3.14159 2026-11-17', 16],
])('%s is about as many tokens as there are', (_, text, tokens) => {
  expect(Math.abs(roughTokens(text) / tokens - 1)).toBeLessThan(0.2)
})

it.each([
  ['', 0],
  ['hello', 1],
  ['internationally', 2.8],
  ['helloWorld', 2],
  ['HTTPServer', 1.8],
  ['one two', 2],
  ['one    two', 2.3],
  ['one\ntwo\r\n\r\nthree', 4.2],
  ['42', 1.85],
  ['=>', 0.85],
  ['河流', 1.56],
  ['ｗ', 0.78],
  ['한국', 1.6],
  ['🎉', 2],
  ['élan', 1.6],
])('%j comes to %p', (text, tokens) => {
  expect(roughTokens(text)).toBeCloseTo(tokens, 6)
})
