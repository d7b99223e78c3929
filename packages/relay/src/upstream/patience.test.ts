import { describe, expect, it } from 'bun:test'
import { patienceWithBody, patientSettings } from './patience.ts'

const USUAL = { firstByteTimeoutMs: 120_000, idleTimeoutMs: 60_000 }

const waits = (model: string, { isReasoning = true, isStream = false, settings = USUAL } = {}) =>
  patientSettings(settings, { model, isReasoning, isStream })

describe('the time an upstream is given', () => {
  it('is an hour for models that say nothing for many minutes, streamed or not', () => {
    for (const model of ['gpt-5-pro', 'gpt-5.4-pro-2026-03-05', 'o3-pro', 'openai/gpt-5-pro', 'o4-mini-deep-research'])
      for (const isStream of [true, false])
        expect(waits(model, { isStream, isReasoning: false })).toEqual({ firstByteTimeoutMs: 3_600_000, idleTimeoutMs: 3_600_000 })
  })

  it('is ten minutes for a whole answer of a model that thinks, and five for a pause in its stream', () => {
    expect(waits('gpt-5')).toEqual({ firstByteTimeoutMs: 600_000, idleTimeoutMs: 60_000 })
    expect(waits('gpt-5', { isStream: true })).toEqual({ firstByteTimeoutMs: 120_000, idleTimeoutMs: 300_000 })
  })

  it('is what is set for all other models, whose names may end alike', () => {
    for (const model of ['gpt-4o', 'gemini-2.5-pro', 'glm-4-pro', 'gpt-5-profile']) expect(waits(model, { isReasoning: false })).toBe(USUAL)
  })

  it('is what is set where that is longer, or below the default', () => {
    const long = { firstByteTimeoutMs: Infinity, idleTimeoutMs: 4_000_000 }
    expect(waits('gpt-5-pro', { settings: long })).toEqual(long)
    const short = { firstByteTimeoutMs: 119_000, idleTimeoutMs: 59_000 }
    expect(waits('gpt-5-pro', { settings: short })).toEqual(short)
    expect(waits('gpt-5', { settings: short })).toEqual(short)
  })
})

it('a whole answer may pause like a stream, and takes no longer in all than a first byte may', () => {
  let now = 5000
  const waited: number[] = []
  const link = {
    within: <T>(ms: number, work: T | Promise<T>): T | Promise<T> => {
      waited.push(ms)
      return work
    },
  }
  const settings = () => ({ firstByteTimeoutMs: 1000, idleTimeoutMs: 400 })
  const wait = patienceWithBody(link, { clock: () => now, settings })
  for (const at of [5000, 5500, 5700, 6000, 7000]) {
    now = at
    void wait(at)
  }
  expect(waited).toEqual([400, 400, 300, 1, 1])
})
