import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import type { ChatReply } from '../model/event.ts'
import { commonCall, commonReply } from './common.ts'
import { pairedWires } from './wires.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const parameters = { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'], additionalProperties: false }
const tools = ['clock', 'calendar'].map((name) => ({ type: 'function', function: { name, description: `The ${name}`, parameters } }))
const called = (id: string, name: string, zone: string) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify({ zone }) },
})

const BASE = { max_completion_tokens: 900, temperature: 0.5 }

/** The same conversations for every pair. */
const CALLS: Readonly<Record<string, JsonObject>> = {
  'a question under instructions': {
    ...BASE,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How deep is the river?' },
      { role: 'assistant', content: 'Two metres.' },
      { role: 'user', content: 'And wide?' },
    ],
  },
  'functions called at once, and in turns': {
    ...BASE,
    tools,
    messages: [
      { role: 'user', content: 'What time is it in Rome and Oslo?' },
      { role: 'assistant', content: 'Let me see.', tool_calls: [called('c1', 'clock', 'Rome'), called('c2', 'clock', 'Oslo')] },
      { role: 'tool', tool_call_id: 'c1', content: 'noon' },
      { role: 'tool', tool_call_id: 'c2', content: '{"hour":12}' },
      { role: 'assistant', content: null, tool_calls: [called('c3', 'calendar', 'Rome')] },
      { role: 'tool', tool_call_id: 'c3', content: '["Monday"]' },
      { role: 'user', content: 'Well?' },
    ],
  },
  'a function that must be called': {
    ...BASE,
    tools,
    tool_choice: { type: 'function', function: { name: 'clock' } },
    messages: [{ role: 'user', content: 'Now?' }],
  },
  'any function, or none': { ...BASE, tools, tool_choice: 'required', messages: [{ role: 'user', content: 'Now?' }] },
  'a picture': {
    ...BASE,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        ],
      },
    ],
  },
  'an answer of a form': {
    ...BASE,
    response_format: { type: 'json_schema', json_schema: { name: 'response', schema: parameters } },
    messages: [{ role: 'user', content: 'Where?' }],
  },
}

const usage = { input: 10, cacheRead: 5, cacheWrite: 0, output: 7, reasoning: 0, source: 'upstream' } as const
const reply = (over: Partial<ChatReply>): ChatReply => ({ text: '', reasoning: '', toolCalls: [], finishReason: 'stop', usage, ...over })

const REPLIES: Readonly<Record<string, ChatReply>> = {
  words: reply({ text: 'Zwei Meter tief, 两米.' }),
  'thoughts and words': reply({ reasoning: 'The river is low.', text: 'One metre.' }),
  'words that were cut': reply({ text: 'One', finishReason: 'length' }),
  'words that were stopped': reply({ text: 'One', finishReason: 'content_filter' }),
  'calls at once': reply({
    text: 'Let me see.',
    toolCalls: [
      { id: 'c1', name: 'clock', arguments: '{"zone":"Rome"}' },
      { id: 'c2', name: 'clock', arguments: '{"zone":"Oslo","deep":{"list":[1,null,true]}}' },
    ],
    finishReason: 'tool_calls',
  }),
  'a call without arguments': reply({ toolCalls: [{ id: 'c1', name: 'clock', arguments: '{}' }], finishReason: 'tool_calls' }),
}

const PAIRS = pairedWires.flatMap((caller) =>
  pairedWires.map((upstream) => [`a caller on ${caller.name} and an upstream on ${upstream.name}`, caller, upstream] as const),
)

describe.each(PAIRS)('%s', (_, caller, upstream) => {
  it.each(Object.entries(CALLS))('ask for the same: %s', (_name, asked) => {
    const chat = caller.readCall(caller.writeCall({ model: 'm', ...asked }))
    const arrived = upstream.readCall(upstream.writeCall(chat))
    expect(commonCall(chat)).toEqual(commonCall(asked))
    expect(commonCall(arrived)).toEqual(commonCall(asked))
  })

  it.each(Object.entries(REPLIES))('say the same, whole and streamed: %s', (_name, said) => {
    const whole = caller.readReply(caller.writeReply(upstream.readReply(upstream.writeReply(said))))
    const streamed = caller.readStream(caller.writeStream(upstream.readStream(upstream.writeStream(said))))
    expect([commonReply(whole), commonReply(streamed)]).toEqual([commonReply(said), commonReply(said)])
  })
})

const withStop = pairedWires.filter(({ name }) => name !== 'responses')

it.each(
  withStop.flatMap((caller) =>
    withStop.map((upstream) => [`a caller on ${caller.name} and an upstream on ${upstream.name}`, caller, upstream] as const),
  ),
)('%s stop where the caller wants', (_, caller, upstream) => {
  const asked = { ...BASE, stop: ['END', '。'], messages: [{ role: 'user', content: 'Count.' }] }
  expect(upstream.readCall(upstream.writeCall(caller.readCall(caller.writeCall(asked))))).toMatchObject({ stop: ['END', '。'] })
})

/** How a client sends an answer back with its next question, unchanged. */
const ECHOES: Readonly<Record<string, (answer: string) => JsonObject>> = {
  chat: (answer) => ({ model: 'm', messages: [(JSON.parse(answer) as { choices: { message: object }[] }).choices[0]?.message] }),
  responses: (answer) => ({ model: 'm', input: (JSON.parse(answer) as { output: object[] }).output }),
  messages: (answer) => ({
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'assistant', content: (JSON.parse(answer) as { content: object[] }).content }],
  }),
  gemini: (answer) => ({ contents: [(JSON.parse(answer) as { candidates: { content: object }[] }).candidates[0]?.content] }),
}

const CLAUDE_SEAL = { type: 'thinking', thinking: 'I need the clock.', signature: 'c2VhbA==' }
const GEMINI_SEAL = { type: 'gemini_thought', text: 'I need the clock.', signature: 'Z29vZ2xl' }
const CLOCK = { id: 'c1', name: 'clock', arguments: '{}' }

describe.each(pairedWires.map((wire) => [wire.name, wire] as const))('seals that a client on %s carries', (name, wire) => {
  it.each([
    ['Claude', CLAUDE_SEAL],
    ['Gemini', GEMINI_SEAL],
  ])('come back as %s wrote them', (_, seal) => {
    for (const toolCalls of [[], [CLOCK]]) {
      const said = reply({ reasoning: 'I need the clock.', text: 'Wait.', sealedReasoning: [seal], toolCalls, finishReason: 'stop' })
      const [message] = wire.readCall(ECHOES[name]?.(wire.writeReply(said)) ?? {})['messages'] as readonly JsonObject[]
      expect(message?.['thinking_blocks']).toEqual([seal])
    }
  })

  it('come back on the calls they belong to', () => {
    // A response has no field on a call that clients carry back.
    if (name === 'responses') return
    const toolCalls = [
      { ...CLOCK, signature: 'Y2FsbA==' },
      { ...CLOCK, id: 'c2' },
    ]
    const said = reply({ toolCalls, finishReason: 'tool_calls' })
    const [message] = wire.readCall(ECHOES[name]?.(wire.writeReply(said)) ?? {})['messages'] as readonly JsonObject[]
    expect(message?.['tool_calls']).toMatchObject([
      { id: 'c1', extra_content: { google: { thought_signature: 'Y2FsbA==' } } },
      { id: 'c2', function: { name: 'clock', arguments: '{}' } },
    ])
  })
})
