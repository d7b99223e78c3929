import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { geminiWire } from './caller-wire.ts'

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }

const callOf = (body: unknown) => {
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body)
  const parsed = geminiWire.parseCall({ rawBody, headers: {}, address: { model: 'gemini-3-pro', isStream: false, query: '' } })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const chatOf = (body: unknown): JsonObject => {
  const { chat } = callOf(body)
  if (chat instanceof UnsupportedInput) throw chat
  return chat.body
}

describe('one object where a list is meant', () => {
  const ONE = {
    system_instruction: { parts: { text: 'Be brief.' } },
    contents: { parts: { text: 'hello' } },
    tools: { function_declarations: { name: 'f' } },
  }

  it('is read as a list of one', () => {
    expect(chatOf(ONE)).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hello' },
      ],
      tools: [{ function: { name: 'f' } }],
    })
    const result = {
      functionResponse: { name: 'f', response: { output: 'a' }, parts: { inlineData: { mimeType: 'image/png', data: 'AAAA' } } },
    }
    expect(chatOf({ contents: [{ role: 'user', parts: result }] })['messages']).toMatchObject([
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ])
  })

  it('is sent as a list, so that no tool with a fee passes beside it', () => {
    const { rawBody, body } = callOf({ ...HELLO, tools: { googleSearch: {} } })
    expect([JSON.parse(rawBody), body]).toEqual([
      { ...HELLO, tools: [{ googleSearch: {} }] },
      { ...HELLO, tools: [{ googleSearch: {} }] },
    ])
    expect(geminiWire.hostedTools?.kindsIn(body)).toEqual({ webSearch: 1, groundedPrompt: 1 })
  })

  it('may be plain words, and lists pass as they came', () => {
    expect(chatOf({ contents: 'hello', systemInstruction: 'Be brief.' })['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
    ])
    expect(chatOf({ ...HELLO, systemInstruction: [{ text: 'Be' }, { text: 'brief.' }] })['messages']).toMatchObject([
      { content: 'Be\n\nbrief.' },
      {},
    ])
    const spaced = '{ "contents": [{ "parts": [{ "text": "hello" }] }] }'
    expect(callOf(spaced).rawBody).toBe(spaced)
  })
})
