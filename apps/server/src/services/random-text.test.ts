import { describe, expect, it } from 'bun:test'
import { newTokenKey, randomBase62 } from './random-text.ts'

describe('random keys', () => {
  it('are 48 letters and digits and never repeat', () => {
    const keys = Array.from({ length: 2000 }, newTokenKey)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((key) => /^[0-9A-Za-z]{48}$/.test(key))).toBe(true)
  })

  it('use every letter equally often', () => {
    const counts = new Map<string, number>()
    for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
    expect(counts.size).toBe(62)
    // 61 degrees of freedom: beyond 130 by chance less than once in a million runs
    expect(chiSquare).toBeLessThan(130)
  })
})
