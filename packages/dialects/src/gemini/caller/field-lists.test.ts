import { describe, expect, it } from 'bun:test'
import { geminiWire } from './caller-wire.ts'
import { geminiCall, geminiChat } from '../../testing/gemini-call.ts'

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }

describe('one object where a list is meant', () => {
  const ONE = {
    system_instruction: { parts: { text: 'Be brief.' } },
    contents: { parts: { text: 'hello' } },
    tools: { function_declarations: { name: 'f' } },
  }

  it('is read as a list of one', () => {
    expect(geminiChat(ONE)).toMatchObject({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hello' },
      ],
      tools: [{ function: { name: 'f' } }],
    })
    const result = {
      functionResponse: { name: 'f', response: { output: 'a' }, parts: { inlineData: { mimeType: 'image/png', data: 'AAAA' } } },
    }
    expect(geminiChat({ contents: [{ role: 'user', parts: result }] })['messages']).toMatchObject([
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ])
  })

  it('is sent as a list, so that no tool with a fee passes beside it', () => {
    const { rawBody, body } = geminiCall({ ...HELLO, tools: { googleSearch: {} } })
    expect([JSON.parse(rawBody), body]).toEqual([
      { ...HELLO, tools: [{ googleSearch: {} }] },
      { ...HELLO, tools: [{ googleSearch: {} }] },
    ])
    expect(geminiWire.hostedTools?.kindsIn(body)).toEqual({ webSearch: 1, groundedPrompt: 1 })
  })

  it('may be plain words, and lists pass as they came', () => {
    expect(geminiChat({ contents: 'hello', systemInstruction: 'Be brief.' })['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hello' },
    ])
    expect(geminiChat({ ...HELLO, systemInstruction: [{ text: 'Be' }, { text: 'brief.' }] })['messages']).toMatchObject([
      { content: 'Be\n\nbrief.' },
      {},
    ])
    const spaced = '{ "contents": [{ "parts": [{ "text": "hello" }] }] }'
    expect(geminiCall(spaced).rawBody).toBe(spaced)
  })
})
