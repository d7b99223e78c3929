import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { DeltaSkimmer } from './delta-skimmer.ts'
import { KnownChunk } from './known-chunk.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const frame = (content: string, padding?: string): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: null }], ...(padding !== undefined && { obfuscation: padding }) })}\n\n`

const [before = '', after = ''] = frame('WORDS').split('WORDS')
const plain = new KnownChunk({ before, after, afterPadding: '' })
const [, untilPadding = '', afterPadding = ''] = frame('WORDS', 'PAD').split(/WORDS|PAD/)
const padded = new KnownChunk({ before, after: untilPadding, afterPadding })

const skim = (known: KnownChunk, ...frames: readonly string[]) => {
  const words = known.skim(encoder.encode(frames.join('')))
  return words === undefined ? undefined : [decoder.decode(words.bytes.subarray(0, words.length)), words.characters]
}

describe('words of chunks that are known', () => {
  it('are read off whole packets, and counted as a text counts them', () => {
    expect(skim(plain, frame('one'))).toEqual(['one', 3])
    expect(skim(plain, frame('a'), frame(''), frame('河é'), frame('🌊'))).toEqual(['a河é🌊', 5])
    expect(skim(padded, frame('a', 'xyz'), frame('b', ''))).toEqual(['ab', 2])
  })

  it('are left to others where anything is not as it was', () => {
    const known = frame('a')
    const others = [
      '',
      known.slice(0, -1),
      known.slice(1),
      `${known}data`,
      known.replaceAll('\n', '\r\n'),
      known.replace('"index":0', '"index":1'),
      known.replace('null', '"stop"'),
      frame('a"b'),
      frame('a\nb'),
      known.replace('"a"', '"a\nb"'),
      known.replace('"a"', '"a\u0000"'),
      frame('a', 'x'),
      'data: [DONE]\n\n',
    ]
    for (const other of others) expect(skim(plain, other)).toBeUndefined()
    for (const other of others.slice(1)) expect(skim(plain, known, other)).toBeUndefined()
    const odd = [known, frame('a', 'x"y'), frame('a', 'x').replace('"x"', '"x\ty"'), frame('a', 'x').replace('"x"', '"x"y"')]
    for (const other of odd) expect(skim(padded, other)).toBeUndefined()
    expect(skim(plain, frame('x'.repeat(70_000)))).toBeUndefined()
  })

  it('are those that a text of the packet gives, whatever they are', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(texts, fc.option(fc.string(), { nil: undefined }), (words, padding) => {
        const skimmer = new DeltaSkimmer()
        skimmer.skim(encoder.encode(frame('a', padding) + frame('b', padding)))
        const packet = encoder.encode(words.map((word) => frame(word, padding)).join(''))
        const known = skimmer.skimKnown(packet)
        if (known === undefined) return true
        const text = decoder.decode(known.bytes.subarray(0, known.length))
        return text === skimmer.skim(packet) && known.characters === text.length
      }),
      { numRuns: 500 },
    )
  })

  it('are known after a second chunk like the first, and forgotten with another', () => {
    const skimmer = new DeltaSkimmer()
    const knows = (content: string): boolean => skimmer.skimKnown(encoder.encode(frame(content))) !== undefined
    const told: boolean[] = []
    for (const content of ['a', 'b']) {
      skimmer.skim(encoder.encode(frame(content)))
      told.push(knows('c'))
    }
    skimmer.skim(encoder.encode(frame('d', 'padded')))
    told.push(knows('c'))
    expect(told).toEqual([false, true, false])
  })
})
