import { describe, expect, it } from 'bun:test'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { outcomeOf, type Served } from './probe.ts'
import { SUBJECTS } from './probes.ts'
import { samples } from './samples.ts'

const target = { baseUrl: '', key: '', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

const servedBy = (bodyOf: (seed: unknown) => object, dropped: readonly string[] = []): Served => ({
  model: 'm',
  target,
  chat: {
    encode: ({ body }) => ({ method: 'POST', url: 'https://upstream.example', headers: {}, body: JSON.stringify(bodyOf(body['seed'])) }),
    wire: { kind: 'same' },
    dropped: () => dropped,
  },
})

const seed = { title: 'seed', field: 'seed', asked: { seed: 7 } }

describe('what becomes of a field', () => {
  it('is told by the request and by what is named as dropped', () => {
    const refuse = (value: unknown): object => {
      if (value === undefined) return {}
      throw new UnsupportedInput('seed', 'no')
    }
    expect(
      outcomeOf(
        servedBy((value) => ({ seed: value })),
        seed,
      ),
    ).toBe('passed')
    expect(
      outcomeOf(
        servedBy((value) => ({ random_seed: value })),
        seed,
      ),
    ).toBe('translated')
    expect(outcomeOf(servedBy(refuse), seed)).toBe('refused')
    expect(
      outcomeOf(
        servedBy(() => ({}), ['seed']),
        seed,
      ),
    ).toBe('dropped')
    expect(
      outcomeOf(
        servedBy(() => ({})),
        seed,
      ),
    ).toBe('ignored')
  })
})

/** Claude and Gemini, on every road to them. */
const ELSEWHERE: ReadonlySet<number> = new Set([14, 24, 33, 42, 51])

describe('a chat call', () => {
  for (const sample of samples.filter(({ type }) => !ELSEWHERE.has(type))) {
    it(`loses nothing in silence on its way to ${sample.name.en} (${sample.type})`, () => {
      const lost = SUBJECTS.flatMap(({ probes }) => probes).filter((probe) => outcomeOf(sample, probe) === 'ignored')
      expect(lost.map((probe) => probe.title)).toEqual([])
    })

    it(`comes back by name where it asks ${sample.name.en} (${sample.type}) to search`, () => {
      const asked = SUBJECTS.flatMap(({ probes }) => probes).filter(
        ({ title }) => title === 'hosted tool' || title === '`web_search_options`',
      )
      expect(asked.map((probe) => outcomeOf(sample, probe))).toEqual(['refused', 'refused'])
    })
  }
})
