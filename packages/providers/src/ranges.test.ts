import { expect, it } from 'bun:test'
import { isObject, parseJson } from '@weir/dialects/json'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { providers } from './index.ts'

const target = { baseUrl: 'https://up.test', key: 'a|b|c', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const context = { now: 0, nonce: () => 'n', accessToken: 't' }

const fieldIn = (value: unknown, name: string): unknown => {
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, name)) return value[name]
  return Object.values(value)
    .map((member) => fieldIn(member, name))
    .find((found) => found !== undefined)
}

const sentFor = (id: string, fields: object): unknown => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const provider = [...providers.values()].find((each) => each.id === id)
  return parseJson(String(provider?.chat?.encode(parsed.call, target, context).body))
}

it.each([
  ['baidu', 'temperature', 'temperature', 0.01, 1],
  ['baidu', 'top_p', 'top_p', 0, 1],
  ['tencent', 'temperature', 'Temperature', 0, 2],
  ['tencent', 'top_p', 'TopP', 0, 1],
  ['xunfei', 'temperature', 'temperature', 0.01, 1],
  ['xunfei', 'top_k', 'top_k', 1, 6],
  ['xunfei-v2', 'temperature', 'temperature', 0.01, 1],
  ['xunfei-v2', 'top_k', 'top_k', 1, 6],
  ['cohere', 'temperature', 'temperature', 0, 1],
  ['minimax', 'top_p', 'top_p', 0.01, 1],
])('%s takes %s as %s from %p to %p, and no other is sent', (...[id, field, name, least, most]) => {
  const sent = [-7, least, most, 90].map((value) => fieldIn(sentFor(id, { [field]: value }), name))
  expect(sent).toEqual([least, least, most, most])
})

it.each([
  ['xunfei', 'Spark-Lite', 4096],
  ['xunfei', 'Spark-Max', 8192],
  ['xunfei', 'Spark-Max-32K', 20_000],
  ['xunfei-v2', 'lite', 4096],
  ['xunfei-v2', '4.0Ultra', 8192],
  ['xunfei-v2', 'max-32k', 20_000],
  ['xunfei-v2', 'spark-x', 20_000],
])('%s is asked for what %s can write, at most %p tokens', (id, model, most) => {
  expect(fieldIn(sentFor(id, { model, max_tokens: 20_000 }), 'max_tokens')).toBe(most)
  expect(fieldIn(sentFor(id, { model, max_tokens: 100 }), 'max_tokens')).toBe(100)
})

it.each([
  [15, 'bge-large-zh', 16],
  [16, 'embedding-2', 1],
  [16, 'embedding-3', 64],
  [17, 'text-embedding-v2', 25],
  [17, 'text-embedding-v4', 10],
  [49, 'text-embedding-v3', 10],
  [49, 'qwen-other-embedding', undefined],
  [23, 'hunyuan-embedding', 50],
  [26, 'Baichuan-Text-Embedding', 16],
])('type %p embeds with %s at most %p texts at a time', (type, model, most) => {
  expect(providers.get(type)?.tasks?.embeddings?.maxInputs?.(model)).toBe(most)
})
