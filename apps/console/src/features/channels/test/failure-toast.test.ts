import { describe, expect, it } from 'bun:test'
import { failureToast } from './failure-toast.ts'

const channel = { name: 'openai-1' }

describe('the toast of a failed test', () => {
  it('names channel, model and reason, and quotes what upstream said', () => {
    const outcome = { model: 'gpt-4o', reason: 'bad-credential', message: 'Incorrect API key provided' } as const
    expect(failureToast(channel, outcome, 'en')).toBe(
      'openai-1 · gpt-4o: The upstream does not accept the key “Incorrect API key provided”',
    )
    expect(failureToast(channel, outcome, 'zh')).toBe('openai-1 · gpt-4o：上游不接受该密钥 「Incorrect API key provided」')
  })

  it('says nothing twice and leaves out what nobody told', () => {
    expect(failureToast(channel, { model: 'm', reason: 'too-slow', message: 'The upstream took too long' }, 'en')).toBe(
      'openai-1 · m: The upstream took too long',
    )
    expect(failureToast(channel, { model: '', reason: 'unknown', message: 'no' }, 'en')).toBe('openai-1: “no”')
  })
})
