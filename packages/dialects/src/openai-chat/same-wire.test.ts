import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import { SameWireStream } from './same-wire.ts'

const chunk = (delta: JsonObject, over: JsonObject = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...over })}\n\n`

/** Marks what is not marked yet, and counts how often it is asked. */
const openMender = (ignoresWords: boolean) => {
  const asked: JsonObject[] = []
  const mend = (json: JsonObject): JsonObject => {
    asked.push(json)
    return json['id'] === 'c' ? json : { ...json, id: 'c' }
  }
  return { asked, mender: { mend, ignoresWords } }
}

const read = (frames: readonly string[], ignoresWords: boolean) => {
  const { asked, mender } = openMender(ignoresWords)
  const words: string[] = []
  const stream = new SameWireStream({
    factsOf: undefined,
    mender,
    wantsUsage: true,
    failureOf: () => ({ fault: 'broken', message: '' }),
    onText: (text) => words.push(text),
  })
  const bytes = frames.map((frame) => Buffer.from(stream.push(Buffer.from(frame))).toString())
  return { told: { bytes, words: words.join('|'), usage: stream.usage(), isComplete: stream.isComplete() }, asked: asked.length }
}

const frames = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'one' }),
  chunk({ content: 'two "quoted" \\ 中文' }),
  chunk({ content: '","finish_reason":"stop' }),
  chunk({ content: 'three' }, { id: 'other' }),
  chunk({ content: 'four' }, { id: 'other' }),
  chunk({ content: 'five' }),
  chunk({ content: 'six' }),
  chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  `data: ${JSON.stringify({ id: 'c', choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } })}\n\n`,
]

describe('chunks that differ in their words alone', () => {
  it('are told the same whether each is mended or only the first', () => {
    expect(read(frames, true).told).toEqual(read(frames, false).told)
    expect(read(frames, false).told.words).toBe('one|two "quoted" \\ 中文|","finish_reason":"stop|three|four|five|six')
  })

  it('are mended once, and each where something has to be mended', () => {
    expect([read(frames, false).asked, read(frames, true).asked]).toEqual([10, 7])
  })
})
