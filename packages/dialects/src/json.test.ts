import { describe, expect, it } from 'bun:test'
import { usageFromClaude } from './anthropic-messages/usage.ts'
import { figureAt, parseJson } from './json.ts'
import { usageFromWire } from './openai-chat/usage.ts'
import { usageOfTaskReply } from './openai-tasks/task-usage.ts'

/** As upstream writes it, and what it is read as. */
const FIGURES = [
  ['0', 0],
  ['12', 12],
  ['12.2', 13],
  ['"12"', 12],
  ['"12.5"', 13],
  ['1e12', 1_000_000_000_000],
  ['9007199254740993', 1_099_511_627_776],
  ['1e400', 1_099_511_627_776],
  ['-1', undefined],
  ['-1e400', undefined],
  ['"NaN"', undefined],
  ['"1e3"', undefined],
  ['""', undefined],
  ['null', undefined],
  ['true', undefined],
  ['[12]', undefined],
] as const

describe('a figure of upstream', () => {
  for (const [written, expected] of FIGURES)
    it(`${written} is read as ${expected ?? 'none'}`, () => {
      expect(figureAt(parseJson(`{"tokens":${written}}`), 'tokens')).toBe(expected)
    })

  it('that makes no sense is none, and what was produced is counted instead', () => {
    expect(usageFromWire({ prompt_tokens: 10, completion_tokens: -5 })).toBeUndefined()
    expect(usageFromWire({ prompt_tokens: 10, completion_tokens: 'many' })).toBeUndefined()
    expect(usageFromClaude({ input_tokens: 10, output_tokens: -5 })).toBeUndefined()
  })

  it('of an embedding may be its prompt alone', () => {
    expect(usageOfTaskReply({ usage: { prompt_tokens: 10 } })).toMatchObject({ input: 10, output: 0 })
  })

  it('of seconds may be written as text', () => {
    expect(usageOfTaskReply({ duration: '8.4701' })).toMatchObject({ input: 8471, unit: 'millisecond' })
    expect(usageOfTaskReply({ duration: -3 })).toBeUndefined()
  })
})
