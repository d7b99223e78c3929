import { expect, it } from 'bun:test'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import { contextOf, targetOf } from '../kit/conformance/expectation.ts'
import { azure } from './index.ts'

const call = (headers: Readonly<Record<string, string>> = {}) => {
  const rawBody = JSON.stringify({ model: 'claude-opus-5-5', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
  const parsed = messagesWire.parseCall({ rawBody, headers })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const sent = (target: JsonObject, headers?: Readonly<Record<string, string>>) =>
  azure.wires?.messages?.encode(call(headers), targetOf({ target }), contextOf({}))

it.each(['', '/', '/anthropic', '/anthropic/v1', '/openai/v1', '/openai'])('is found on a resource whose address ends in "%s"', (end) => {
  expect(sent({ baseUrl: `https://name.services.ai.azure.com${end}` })?.url).toBe(
    'https://name.services.ai.azure.com/anthropic/v1/messages',
  )
})

it('gets a message as its caller wrote it, version and betas included, under the name of the deployment', () => {
  const target = { baseUrl: 'https://name.services.ai.azure.com', key: 'k', modelMapping: { 'claude-opus-5-5': 'claude-mine' } }
  expect(sent(target)?.headers).toEqual({
    'api-key': 'k',
    'anthropic-version': '2023-06-01',
    'content-type': 'application/json',
    accept: 'application/json',
  })
  const asked = sent(target, { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'a,b' })
  expect(asked?.headers).toMatchObject({ 'anthropic-version': '2026-10-21', 'anthropic-beta': 'a,b' })
  expect(parseJson(String(asked?.body))).toEqual({ model: 'claude-mine', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] })
})

it('is known by its name, and no other deployment speaks its wire', () => {
  const target = targetOf({ target: { other: 'v1' } })
  const served = (model: string) => [azure.wires?.messages, azure.wires?.responses].map((wire) => wire?.isServed?.(target, model))
  expect([served('claude-opus-5-5'), served('gpt-5.6')]).toEqual([
    [true, false],
    [false, true],
  ])
})
