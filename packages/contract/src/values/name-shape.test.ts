import { describe, expect, it } from 'bun:test'
import { nameShapes } from './name-shape.ts'

const signs = (...codes: readonly number[]): string => String.fromCodePoint(...codes)

const areTwins = (one: string, two: string): boolean => {
  const [a, b] = [nameShapes(one), nameShapes(two)]
  return a.folded === b.folded || a.shape === b.shape
}

describe('IN-22 two names', () => {
  it.each([
    ['upper and lower case', 'paypal', 'PayPal'],
    ['upper and lower case of Cyrillic', 'Нина', 'нина'],
    ['upper and lower case of Greek', 'Νίκος', 'ΝΊΚΟΣ'],
    ['a sharp s', 'straße', 'STRASSE'],
    ['a one for an l', 'paypal', 'paypa1'],
    ['a capital i for an l', 'paypal', 'paypaI'],
    ['zeros', 'google', 'g00gle'],
    ['all letters Cyrillic', 'paypaI', signs(0x440, 0x430, 0x443, 0x440, 0x430, 0x4cf)],
    ['all letters Cyrillic capitals', 'POCT', signs(0x420, 0x41e, 0x421, 0x422)],
    ['all letters Greek capitals', 'tony', signs(0x3a4, 0x39f, 0x39d, 0x3a5)],
    ['Greek against Cyrillic', signs(0x39c, 0x391, 0x3a4), signs(0x41c, 0x410, 0x422)],
    ['all letters Armenian', 'noun', signs(0x578, 0x585, 0x57d, 0x578)],
    ['all letters Cherokee', 'PAL', signs(0x13e2, 0x13aa, 0x13de)],
    ['all letters Lisu', 'ROOT', signs(0xa4e3, 0xa4f3, 0xa4f3, 0xa4d4)],
    ['small capitals', 'root', signs(0x280, 0x1d0f, 0x1d0f, 0x1d1b)],
    ['wide letters', 'root', signs(0xff52, 0xff4f, 0xff4f, 0xff54)],
    ['a sign without width', 'root', `ro${signs(0x200b)}ot`],
    ['more blanks', 'pay pal', 'pay  pal'],
    ['another dash', 'pay-pal', `pay${signs(0x2013)}pal`],
  ])('are one to the reader: %s', (_, one, two) => {
    expect(areTwins(one, two)).toBe(true)
  })

  it.each([
    ['ian', 'lan'],
    ['Ольга', 'Olga'],
    ['José', 'Jose'],
    ['张三', '张二'],
    ['user1', 'user2'],
    ['user-1', 'user1'],
    ['Νίκος', 'Níkos'],
    ['محمد', 'دنه'],
    ['🙂', '🙃'],
  ])('are two: %s and %s', (one, two) => {
    expect(areTwins(one, two)).toBe(false)
  })
})
