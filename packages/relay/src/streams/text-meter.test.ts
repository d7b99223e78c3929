import { describe, expect, it } from 'bun:test'
import { TextMeter } from './text-meter.ts'

const open = () => {
  const counted: string[] = []
  const meter = new TextMeter('m', (_, text) => {
    counted.push(text)
    return Promise.resolve(text.length)
  })
  return { counted, meter }
}

describe('counting produced text', () => {
  it('counts every word once and in its order, however many there are', async () => {
    const { counted, meter } = open()
    const words = Array.from({ length: 5000 }, (_, index) => `${index} `)
    for (const word of words) meter.add(word)
    expect(meter.characters()).toBe(words.join('').length)
    expect(await meter.total()).toBe(words.join('').length)
    expect(counted.join('')).toBe(words.join(''))
    expect(Math.max(...counted.map((text) => text.length))).toBeLessThan(17_000)
  })

  it('counts words that come as bytes among texts, in their order', async () => {
    const { counted, meter } = open()
    const said = Array.from({ length: 3000 }, (_, index) => (index % 400 === 7 ? '河'.repeat(300) : `${index}é `))
    const bytes = new Uint8Array(4096)
    for (const [index, text] of said.entries()) {
      if (index % 11 === 0) meter.add(text)
      else meter.addWords({ bytes, length: new TextEncoder().encodeInto(text, bytes).written, characters: text.length })
    }
    expect(meter.characters()).toBe(said.join('').length)
    // 8 texts of 300 ideographs, and 2992 numbers with a foreign letter and a space behind each.
    expect(meter.roughTotal()).toBeGreaterThan(8 * 300 * 0.78 + 2992 * 2)
    expect(meter.roughTotal()).toBeLessThan(8 * 300 * 0.78 + 2992 * 3.5)
    expect(await meter.total()).toBe(said.join('').length)
    expect(counted.join('')).toBe(said.join(''))
    expect(Math.max(...counted.map((text) => text.length))).toBeLessThan(17_000)
  })

  it('counts nothing before it is asked, unless the text grows long', async () => {
    const { counted, meter } = open()
    for (let word = 0; word < 100; word++) meter.add('word')
    expect(counted).toEqual([])
    meter.add('x'.repeat(20_000))
    expect(counted.map((text) => text.length)).toEqual([20_400])
    expect(await meter.total()).toBe(20_400)
  })

  it.each([
    [16_383, 0],
    [16_384, 1],
  ])('has counted %p characters in %p pieces before it is asked', async (length, pieces) => {
    const { counted, meter } = open()
    meter.add('x'.repeat(length))
    expect([counted.length, await meter.total(), counted.length]).toEqual([pieces, length, 1])
  })

  it('knows at any time about how much has come, however it came and whatever was counted', () => {
    const { counted, meter } = open()
    const seen: number[] = []
    for (let part = 0; part < 3; part++) {
      for (let word = 0; word < 2000; word++) meter.add('river ')
      seen.push(meter.roughTotal(), meter.roughTotal())
    }
    expect([counted.length, seen]).toEqual([2, [2000, 2000, 4000, 4000, 6000, 6000]])
  })

  it('counts a picture beside its words, exactly and roughly', async () => {
    const { meter } = open()
    meter.add('four')
    meter.addPicture()
    expect([await meter.total(), meter.roughTotal()]).toEqual([1294, 1291])
    expect(meter.characters() * 3).toBeGreaterThan(48_000)
  })
})
