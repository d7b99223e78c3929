import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { DeltaSkimmer } from './delta-skimmer.ts'
import { inspectReplyText } from '../inspect-reply.ts'

const encoder = new TextEncoder()

const frame = (delta: object, over: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, logprobs: null, finish_reason: null }], ...over })}\n\n`

const skim = (skimmer: DeltaSkimmer, ...frames: readonly string[]) => skimmer.skim(encoder.encode(frames.join('')))

describe('skimming a packet of chunks', () => {
  it('gives the text that parsing every chunk would give, whatever the texts are', () => {
    const packets = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(packets, fc.option(fc.string()), (stream, padding) => {
        const skimmer = new DeltaSkimmer()
        return stream.every((texts) => {
          const frames = texts.map((content, index) => frame({ content }, padding === null ? {} : { obfuscation: `${padding}${index}` }))
          const parsed = frames.map((each) => inspectReplyText(each.slice('data: '.length)).text).join('')
          const skimmed = skim(skimmer, ...frames)
          return skimmed === undefined || skimmed === parsed
        })
      }),
      { numRuns: 300 },
    )
  })

  it('reads ordinary chunks, alone and together, and padded ones', () => {
    const skimmer = new DeltaSkimmer()
    expect(skim(skimmer, frame({ role: 'assistant', content: '' }))).toBe('')
    expect(skim(skimmer, frame({ content: 'a' }), frame({ content: '河' }), frame({ content: 'b"\n' }))).toBe('a河b"\n')
    const padded = ['xx', 'y', ''].map((obfuscation) => frame({ content: 'c' }, { usage: null, obfuscation }))
    expect(skim(skimmer, ...padded)).toBe('ccc')
  })

  it('leaves chunks to the parser that look like text and are not JSON, new or like known ones', () => {
    const known = frame({ content: 'a' }, { obfuscation: 'xy' })
    const broken = [
      known.replace('"logprobs":null', '"logprobs":nul'),
      known.replace('"index":0', '"index":0,,'),
      known.replace('}],', '},'),
      known.replace('"a"', '"a\tb"'),
      known.replace('"a"', '"a\u0000"'),
      known.replace('"a"', '"a\\q"'),
      known.replace('"xy"', '"x\ty"'),
      known.replace('{"id"', '{id'),
    ]
    const skimmer = new DeltaSkimmer()
    for (const chunk of broken) {
      expect(skim(new DeltaSkimmer(), chunk)).toBeUndefined()
      expect(skim(new DeltaSkimmer(), chunk, chunk)).toBeUndefined()
      expect(skim(skimmer, known)).toBe('a')
      expect(skim(skimmer, chunk)).toBeUndefined()
    }
  })

  it('takes no part of a padding for the end of the chunk', () => {
    const skimmer = new DeltaSkimmer()
    const odd = frame({ content: 'a' }, { obfuscation: 'x"yz' })
    expect(skim(skimmer, odd)).toBe('a')
    expect(skim(skimmer, odd.replace('x\\"yz', 'x"yz'))).toBeUndefined()
  })

  it('leaves everything else to the parser, also after chunks it knows', () => {
    const skimmer = new DeltaSkimmer()
    const known = frame({ content: 'a' })
    const others = [
      '',
      'data: [DONE]\n\n',
      ': comment\n\n',
      `event: x\n${known}`,
      known.slice(0, -1),
      known.slice(1),
      known.replaceAll('\n', '\r\n'),
      frame({ content: 'a' }, { usage: { prompt_tokens: 1 } }),
      frame({ content: 'a', tool_calls: [{ index: 0 }] }),
      frame({}, { error: { message: 'x' } }),
      known.replace('"a"', '"a\nb"'),
      known.replace('"a"', '"a\rb"'),
      known.replace('"finish_reason":null', '"finish_reason":"stop"'),
    ]
    for (const other of others) {
      expect(skim(skimmer, known)).toBe('a')
      expect(skim(skimmer, other)).toBeUndefined()
      if (other !== '') expect(skim(skimmer, known, other)).toBeUndefined()
    }
  })
})
