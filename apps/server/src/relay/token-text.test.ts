import { describe, expect, it } from 'bun:test'
import { pieceEnd, tokenTableOf } from './token-text.ts'

const piecesOf = (text: string, size: number): string[] => {
  const pieces: string[] = []
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from, size)
    pieces.push(text.slice(from, end))
    from = end
  }
  return pieces
}

describe('a text cut into pieces', () => {
  it('is cut where a word ends, and never before an ending with an apostrophe', () => {
    const text = `${'word '.repeat(40)}it's`
    expect(piecesOf(text, 202)).toEqual([`${'word '.repeat(39)}word`, " it's"])
    expect(pieceEnd(`${'a '.repeat(100)}it's`, 0, 202)).toBe(199)
  })

  it('is cut at full length where a run has no end, but not through a pair of surrogates', () => {
    expect(piecesOf('a'.repeat(700), 256).map(({ length }) => length)).toEqual([256, 256, 188])
    expect(pieceEnd(`${'x'.repeat(255)}𝒜yyyy`, 0, 256)).toBe(255)
    expect(pieceEnd(`${'x'.repeat(254)}𝒜yyyy`, 0, 256)).toBe(256)
    expect(pieceEnd(`${'x'.repeat(255)}\u{10FFFD}yyyy`, 0, 256)).toBe(255)
    expect(pieceEnd(`${'x'.repeat(255)}\u{10000}yyyy`, 0, 256)).toBe(255)
    expect(piecesOf(`x${'😀'.repeat(300)}`, 256).map(({ length }) => length)).toEqual([255, 256, 90])
  })

  it('loses nothing', () => {
    for (const text of ['', 'short', '水'.repeat(999), ' \n'.repeat(999), `don't ${'é'.repeat(999)}, no.`]) {
      expect(piecesOf(text, 256).join('')).toBe(text)
    }
  })
})

describe('the table of a model', () => {
  it('is the older one for the older generations alone', () => {
    expect(['gpt-4', 'gpt-4-turbo', 'gpt-3.5-turbo', 'text-embedding-3-small'].map(tokenTableOf)).toEqual(Array(4).fill('cl100k'))
    expect(['gpt-4o', 'gpt-4.1', 'claude-opus', ''].map(tokenTableOf)).toEqual(Array(4).fill('o200k'))
  })
})
