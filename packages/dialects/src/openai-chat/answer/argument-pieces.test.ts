import { describe, expect, it } from 'bun:test'
import { ArgumentPieces, argumentsPiece, wholeArguments } from './argument-pieces.ts'

it.each([
  ['{"a":1}', '{"a":1}', '{"a":1}'],
  [{ a: 1 }, '{"a":1}', '{"a":1}'],
  [undefined, '', '{}'],
  [null, '', '{}'],
  ['', '', '{}'],
  [' null ', ' null ', '{}'],
  ['nullish', 'nullish', 'nullish'],
])('writes %j as the piece %p and the whole %p', (value, piece, whole) => {
  expect([argumentsPiece(value), wholeArguments(value)]).toEqual([piece, whole])
})

describe('arguments that come in pieces', () => {
  const opened = () => {
    const pieces = new ArgumentPieces()
    pieces.begin(0)
    pieces.begin(1)
    return pieces
  }

  it('pass at once when they are something', () => {
    const pieces = opened()
    expect([pieces.take(0, '{"a"'), pieces.take(0, ':1}'), pieces.close()]).toEqual(['{"a"', ':1}', [1]])
  })

  it('are held back as long as they may be nothing', () => {
    const pieces = opened()
    expect([pieces.take(0, ' nu'), pieces.take(0, 'l'), pieces.take(0, 'x')]).toEqual(['', '', ' nulx'])
    expect([pieces.take(1, 'nu'), pieces.take(1, 'll'), pieces.close(), pieces.close()]).toEqual(['', '', [1], []])
  })

  it('are not begun anew by a server that names the call with every piece', () => {
    const pieces = opened()
    pieces.take(0, '{')
    pieces.begin(0)
    expect([pieces.take(0, '}'), pieces.close()]).toEqual(['}', [1]])
  })

  it('pass for a call that was never begun', () => {
    expect(new ArgumentPieces().take(7, 'null')).toBe('null')
  })
})
