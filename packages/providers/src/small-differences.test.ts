import { describe, expect, it } from 'bun:test'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import { access } from './baidu/access.ts'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'

const sentTo = (type: number, body: JsonObject, target: JsonObject) => {
  const request = providers
    .get(type)
    ?.chat?.encode(chatCallOf({ messages: [{ role: 'user', content: 'hi' }], ...body }, false), targetOf({ target }), contextOf({}))
  return parseJson(typeof request?.body === 'string' ? request.body : '')
}

it('counts the tokens of a message at an address of its own', () => {
  const rawBody = JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
  const parsed = messagesWire.parseCall({ rawBody, headers: {} })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const wire = providers.get(14)?.wires?.messages
  expect(wire?.encode(parsed.call, targetOf({}), contextOf({})).url).toBe('https://api.anthropic.com/v1/messages')
  expect(wire?.countTokens?.(parsed.call, targetOf({}), contextOf({})).url).toBe('https://api.anthropic.com/v1/messages/count_tokens')
})

describe('a key of Baidu’s', () => {
  it.each([
    [400, 'bad-credential'],
    [499, 'bad-credential'],
    [500, 'broken'],
  ])('is judged by the status %i', (status, fault) => {
    expect(access.decode({ status, body: '{"error":"invalid_client"}' }, 0)).toMatchObject({ ok: false, failure: { fault } })
    expect(access.decode({ status, body: '{}' }, 0)).toMatchObject({ ok: false, failure: { fault: 'broken' } })
  })

  it('lives as long as is said, or a month', () => {
    expect(access.decode({ status: 200, body: '{"access_token":"t","expires_in":5}' }, 1000)).toEqual({
      ok: true,
      value: { token: 't', expiresAt: 6000 },
    })
    expect(access.decode({ status: 200, body: '{"access_token":"t"}' }, 0)).toMatchObject({ value: { expiresAt: 2_592_000_000 } })
  })
})

it.each([
  ['1', 1],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['32768', 32_768],
])('reads the context %p of an Ollama channel as %p', (num_ctx, context) => {
  expect(objectAt(sentTo(30, { model: 'm' }, { config: { num_ctx } }), 'options')?.['num_ctx']).toBe(context)
})

it('samples Claude on AWS’s newer service as the caller says', () => {
  const target = { key: 'AKIA0|secret|us-east-1', baseUrl: 'https://bedrock-mantle.us-east-1.api.aws' }
  expect(sentTo(33, { model: 'claude-3-haiku-20240307', temperature: 0.5 }, target)).toMatchObject({ temperature: 0.5 })
})

it.each([
  ['glm-4', { temperature: -0.1 }, { temperature: 0 }],
  ['glm-4', { temperature: 0 }, { temperature: 0 }],
  ['glm-4', { temperature: 0.5 }, { temperature: 0.5 }],
  ['glm-4', { temperature: 1.1 }, { temperature: 1 }],
  ['glm-4', { top_p: 0 }, { top_p: 0.01 }],
  ['glm-4', { top_p: 1 }, { top_p: 0.99 }],
  ['glm-4', { max_tokens: 15_301 }, { max_tokens: 15_301 }],
  ['glm-4v-plus', { max_tokens: 1025 }, { max_tokens: 1024 }],
  ['glm-4v-plus', { max_tokens: 1024 }, { max_tokens: 1024 }],
  ['glm-zero-preview', { max_tokens: 15_301 }, { max_tokens: 15_300 }],
])('holds %s of Zhipu’s to its ranges: %j', (model, asked, sent) => {
  expect(sentTo(16, { model, ...asked }, {})).toMatchObject(sent)
})

it('asks as a chat where Anthropic’s wire is missing at those who serve it beside their own', () => {
  const types = [...providers].filter(([, { wires }]) => wires?.messages?.mayBeMissing === true).map(([type]) => type)
  expect(types.toSorted((a, b) => a - b)).toEqual([16, 17, 20, 25, 27, 36, 44, 49])
})

it('tells in Ollama’s own words why an answer broke off', () => {
  const wire = providers.get(30)?.chat?.wire
  if (wire?.kind !== 'native') throw new Error('Ollama has a wire of its own')
  const call = chatCallOf({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }, true)
  expect(wire.openStream(call).push(Buffer.from('{"error":"model runner has unexpectedly stopped"}\n'))).toEqual([
    { kind: 'failed', failure: { fault: 'broken', message: 'model runner has unexpectedly stopped' } },
  ])
})
