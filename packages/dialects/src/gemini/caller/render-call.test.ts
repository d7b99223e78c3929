import { describe, expect, it } from 'bun:test'
import { geminiWire } from './caller-wire.ts'
import { renderOwnCall, renderOwnCount } from './render-call.ts'
import { geminiCall } from '../../testing/gemini-call.ts'

const HELLO = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }

describe('a call to an upstream of the same wire', () => {
  const raw = '{"contents":[{"role":"user","parts":[{"text":"hello"}]}],  "generation_config": {"top_k": 3}}'

  it('passes byte for byte', () => {
    expect(renderOwnCall(geminiCall(raw), '')).toBe(raw)
  })

  it.each([
    ['serviceTier', 'flex', 'flex'],
    ['serviceTier', 'SERVICE_TIER_PRIORITY', 'priority'],
    ['service_tier', 'priority', 'priority'],
    ['service_tier', 'SERVICE_TIER_FLEX', 'flex'],
    ['serviceTier', 'standard', 'default'],
    ['service_tier', 'unspecified', 'default'],
  ] as const)('asks for a tier by %s as %s', (name, word, tier) => {
    const call = geminiCall({ ...HELLO, [name]: word })
    expect([call.tier, call.dropped]).toEqual([tier, []])
    expect(JSON.parse(renderOwnCall(call, ''))).toEqual({ ...HELLO, serviceTier: word })
    expect(call.chat).toMatchObject({ body: { service_tier: tier } })
  })

  it('names no tier in two spellings', () => {
    const both = JSON.stringify({ ...HELLO, serviceTier: 'flex', service_tier: 'priority' })
    expect(() => geminiCall(both)).toThrow('serviceTier')
  })

  it('names no model but that of the address, no tier without a price list, and the channel’s own instructions', () => {
    const { rawBody, dropped, tier } = geminiCall({ ...HELLO, model: 'models/dear', serviceTier: 'deferred' })
    expect([JSON.parse(rawBody), dropped, tier]).toEqual([HELLO, ['serviceTier'], undefined])
    expect(JSON.parse(renderOwnCall(geminiCall({ ...HELLO, system_instruction: { parts: [{ text: 'a' }] } }), 'b'))).toEqual({
      ...HELLO,
      systemInstruction: { parts: [{ text: 'b' }] },
    })
  })

  it('is written anew where a tool with a fee may be hidden behind another', () => {
    const hidden = '{"tools":[{"googleSearch":{}}],"contents":[{"parts":[{"text":"x"}]}],"tools":[{"codeExecution":{}}]}'
    expect(JSON.parse(renderOwnCall(geminiCall(hidden), ''))).toEqual({
      tools: [{ codeExecution: {} }],
      contents: [{ parts: [{ text: 'x' }] }],
    })
    expect(renderOwnCall(geminiCall(hidden), '')).not.toContain('googleSearch')
  })

  it('goes on elsewhere without seals that are another’s', () => {
    const reply = {
      text: 'a',
      reasoning: '',
      sealedReasoning: [{ type: 'thinking', thinking: 'b', signature: 'c' }],
      toolCalls: [
        { id: 'c1', name: 'f', arguments: '{}', signature: 'Z29vZ2xl' },
        { id: 'c2', name: 'f', arguments: '{}' },
      ],
      finishReason: 'tool_calls' as const,
      usage: undefined,
    }
    const meta = { id: 'r', created: 1, model: 'm', body: {}, estimatedInput: 1 }
    const answered = (said: object) => {
      const text = geminiWire.renderReply({ ...reply, ...said }, meta)
      const { candidates } = JSON.parse(text) as { candidates: { content: object }[] }
      const sent = JSON.parse(renderOwnCall(geminiCall({ contents: [candidates[0]?.content] }), '')) as { contents: { parts: object[] }[] }
      return sent.contents[0]?.parts
    }
    const call = (id: string) => ({ functionCall: { id, name: 'f', args: {} } })
    expect(answered({})).toEqual([{ text: 'a' }, { ...call('c1'), thoughtSignature: 'Z29vZ2xl' }, call('c2')])
    expect(answered({ toolCalls: [{ id: 'c1', name: 'f', arguments: '{}' }] })).toEqual([
      { text: 'a' },
      { ...call('c1'), thoughtSignature: 'skip_thought_signature_validator' },
    ])
    expect(answered({ toolCalls: [] })).toEqual([{ text: 'a' }])
  })

  it('is counted as a whole', () => {
    expect(JSON.parse(renderOwnCount(geminiCall(HELLO), '', 'g'))).toEqual(HELLO)
    expect(JSON.parse(renderOwnCount(geminiCall({ ...HELLO, tools: [] }), '', 'g'))).toEqual({
      generateContentRequest: { ...HELLO, tools: [], model: 'models/g' },
    })
  })
})
