import { describe, expect, it } from 'bun:test'
import { newMailCode, newRedemptionCode, newSecretId, newTokenKey, randomBase62 } from './random-text.ts'

const MAKERS = { newTokenKey, newSecretId, newRedemptionCode }

/** Made by a process of its own whose clock stands still. */
const madeElsewhere = async (): Promise<Readonly<Record<keyof typeof MAKERS, readonly string[]>>> => {
  const script = `Date.now = () => 0; performance.now = () => 0
    const makers = await import(${JSON.stringify(new URL('random-text.ts', import.meta.url).href)})
    const made = (name) => Array.from({ length: 5000 }, () => makers[name]())
    console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(Object.keys(MAKERS))}.map((name) => [name, made(name)]))))`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  return (await new Response(child.stdout).json()) as Readonly<Record<keyof typeof MAKERS, readonly string[]>>
}

describe('AN-29 random keys', () => {
  it('have nothing in common between two processes that start at the same moment', async () => {
    const [one, two] = await Promise.all([madeElsewhere(), madeElsewhere()])
    const forms = { newTokenKey: /^[0-9A-Za-z]{48}$/, newSecretId: /^[\w-]{43}$/, newRedemptionCode: /^[0-9a-f]{32}$/ }
    for (const name of Object.keys(MAKERS) as (keyof typeof MAKERS)[]) {
      const all = [...one[name], ...two[name]]
      expect([name, new Set(all).size, all.every((text) => forms[name].test(text))]).toEqual([name, 10_000, true])
    }
  })

  it('have eight digits where they are typed from a mail, each as often', () => {
    const counts = new Map<string, number>()
    const codes = Array.from({ length: 12_500 }, newMailCode)
    expect(codes.every((code) => /^\d{8}$/.test(code))).toBe(true)
    for (const digit of codes.join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    // 9 degrees of freedom: beyond 45 by chance less than once in a million runs
    expect(chiSquare).toBeLessThan(45)
  })

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
