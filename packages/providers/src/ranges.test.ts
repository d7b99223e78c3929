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

const sentFor = (id: string, field: string, value: number): unknown => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], [field]: value }))
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
  ['cohere', 'temperature', 'temperature', 0, 1],
  ['minimax', 'top_p', 'top_p', 0.01, 1],
])('%s takes %s as %s from %p to %p, and no other is sent', (...[id, field, name, least, most]) => {
  const sent = [-7, least, most, 90].map((value) => fieldIn(sentFor(id, field, value), name))
  expect(sent).toEqual([least, least, most, most])
})
