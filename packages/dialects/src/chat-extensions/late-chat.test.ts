import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import { withLateChat } from './late-chat.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'

const call = {
  wire: 'messages' as const,
  model: 'm',
  isStream: true,
  maxOutputTokens: 9,
  promptBytes: 40,
  dropped: ['speed'],
  rawBody: '{"own":1}',
  body: { own: 1 },
  prompt: {},
  headers: {},
}

describe('the chat of a call on another wire', () => {
  it('is written once, and not before an upstream wants it', () => {
    let written = 0
    const write = (): JsonObject => ({ model: 'm', n: ++written })
    const late = withLateChat(call, write)
    expect(late.rawBody).toBe('{"own":1}')
    expect(written).toBe(0)
    expect(late.chat).toEqual({
      model: 'm',
      isStream: true,
      maxOutputTokens: 9,
      promptBytes: 40,
      dropped: ['speed'],
      body: { model: 'm', n: 1 },
      rawBody: '{"model":"m","n":1}',
      wantsStreamUsage: false,
      choices: 1,
    })
    expect(late.chat).toBe(late.chat)
    expect(written).toBe(1)
  })

  it('is what a chat cannot say, where it cannot', () => {
    const refusal = new UnsupportedInput('tools[0]', 'Only one model knows it')
    const late = withLateChat(call, () => {
      throw refusal
    })
    expect(late.chat).toBe(refusal)
  })

  it('hides no bug', () => {
    const late = withLateChat(call, () => {
      throw new TypeError('a bug')
    })
    expect(() => late.chat).toThrow('a bug')
  })
})
