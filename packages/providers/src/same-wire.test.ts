import { describe, expect, it } from 'bun:test'
import { isObject, type JsonObject } from '@weir/dialects/json'
import type { Provider, SameWire } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { inspectReply } from '@weir/dialects/openai-chat/inspect-reply'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'

const SURPRISES: readonly unknown[] = [null, 0, '', 'x', [], [null], {}]

/** Every version of a value in which one member, at any depth, is a surprise. */
const withSurprises = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return [...SURPRISES, ...list.flatMap((entry, at) => withSurprises(entry).map((other) => list.with(at, other)))]
  }
  if (!isObject(value)) return SURPRISES
  const inside = Object.entries(value).flatMap(([name, entry]) => withSurprises(entry).map((other) => ({ ...value, [name]: other })))
  return [...SURPRISES, ...inside]
}

const toolCall = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
const message = {
  role: 'assistant',
  content: [{ type: 'text', text: 'x' }],
  reasoning: 'y',
  reasoning_details: [{ text: 'z' }],
  tool_calls: [toolCall],
}
const outline = {
  id: 'c',
  object: 'o',
  created: 1,
  model: 'm',
  code: 0,
  base_resp: { status_code: 0 },
  x_groq: { usage: { prompt_tokens: 1 } },
}
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 3, completion_tokens_details: { reasoning_tokens: 1 } }
const reply = { ...outline, choices: [{ index: 0, message, finish_reason: 'stop', usage }], usage, error: undefined }
const chunk = { ...outline, choices: [{ index: 0, delta: message, finish_reason: 'stop', usage }], usage }

const question: JsonObject = {
  model: 'm',
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'x' }] },
    { role: 'assistant', content: null, name: 'n', tool_calls: [toolCall] },
    { role: 'tool', tool_call_id: 'a', content: '1' },
  ],
  temperature: 1.5,
  tools: [
    { type: 'function', function: { name: 'f', strict: true, parameters: { type: 'object', properties: { a: { type: 'string' } } } } },
  ],
  tool_choice: 'required',
  response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {} } },
  thinking: { type: 'enabled' },
  reasoning_effort: 'low',
  user: 'u',
  n: 1,
}

const compatible = [...providers.values()].filter((provider) => provider.chat?.wire.kind === 'same')

interface Reading {
  readonly provider: Provider
  readonly wire: SameWire
  readonly isStream: boolean
}

const readOne = ({ provider, wire, isStream }: Reading, json: JsonObject): void => {
  const normalizer = wire.openNormalizer?.(chatCallOf(undefined, isStream))
  const { error } = (wire.inspectReply ?? inspectReply)(normalizer?.normalize(json) ?? json)
  normalizer?.pendingChunk?.()
  if (error !== undefined) provider.classify(500, JSON.stringify({ error }))
  provider.classify(400, JSON.stringify(json))
}

const readAll = (provider: Provider): void => {
  const wire = provider.chat?.wire
  if (wire?.kind !== 'same') return
  for (const other of withSurprises(reply).filter(isObject)) readOne({ provider, wire, isStream: false }, other)
  for (const other of withSurprises(chunk).filter(isObject)) readOne({ provider, wire, isStream: true }, other)
}

const askAll = (provider: Provider): void => {
  const call = chatCallOf(question, false)
  const target = targetOf({ target: { baseUrl: 'https://host.example' } })
  for (const name of Object.keys(question).filter((field) => field !== 'model')) {
    for (const value of withSurprises(question[name])) {
      const body = { ...question, [name]: value }
      try {
        provider.chat?.encode({ ...call, body, rawBody: JSON.stringify(body) }, target, contextOf({}))
        provider.chat?.dropped?.({ ...call, body }, target)
      } catch (error) {
        if (!(error instanceof UnsupportedInput)) throw error
      }
    }
  }
}

describe('a provider on OpenAI’s wire', () => {
  it('is one of many', () => expect(compatible.length).toBeGreaterThan(30))

  for (const provider of compatible) {
    it(`${provider.id} reads replies with a member that is not what was documented`, () => expect(() => readAll(provider)).not.toThrow())
    it(`${provider.id} sends calls with a member that is not what was documented`, () => expect(() => askAll(provider)).not.toThrow())
  }
})
