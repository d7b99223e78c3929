import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import OpenAI from 'openai'
import { createToken } from '@weir/contract/token'
import { createUser } from '@weir/contract/user-admin'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { refusalOf } from './conversation.ts'
import { effectOf } from './effect.ts'
import { openWires, ownResponses, type WireStand } from './openai-wires.ts'

let stand: WireStand
let client: OpenAI

beforeAll(async () => {
  stand = await openWires(ownResponses)
  client = new OpenAI({ baseURL: stand.baseUrl, apiKey: stand.apiKey, maxRetries: 0 })
})

afterAll(() => stand.close())

describe.each(ownResponses.map((wire) => [wire.name, wire] as const))('responses that %s keeps, by the openai package', (_, { model }) => {
  it('are gone on from, whole and streamed', async () => {
    const first = await client.responses.create({ model, input: 'hello' })
    const second = await client.responses.create({ model, input: 'and now', previous_response_id: first.id })
    expect([second.output_text, second.previous_response_id]).toEqual([DEFAULT_TEXT, first.id])
    const asked = { model, input: 'and then', previous_response_id: second.id }
    const third = await client.responses.stream(asked).finalResponse()
    expect([third.output_text, third.previous_response_id, third.id === second.id]).toEqual([DEFAULT_TEXT, second.id, false])
    expect([first, second, third].every(({ id }) => /^resp_[\w-]{60,}$/.test(id))).toBe(true)
  })

  it('are read, listed and deleted, at no cost', async () => {
    const first = await client.responses.create({ model, input: 'hello' })
    const { id } = await client.responses.create({ model, input: 'remember me', previous_response_id: first.id })
    const { value, spent, log } = await effectOf(stand.root, () => client.responses.retrieve(id))
    expect([value.id, value.previous_response_id, value.output_text, spent, log.model_name]).toEqual([id, first.id, DEFAULT_TEXT, 0, model])
    const items = await Array.fromAsync(client.responses.inputItems.list(id, { limit: 5 }))
    expect(items).toMatchObject([{ role: 'user', content: [{ text: 'remember me' }] }])
    await client.responses.delete(id)
    for (const ask of [
      () => client.responses.retrieve(id),
      () => client.responses.delete(id),
      async () => await client.responses.inputItems.list(id),
    ]) {
      const error = await refusalOf(ask())
      expect([error.status, error.code, error.message.includes(id)]).toEqual([404, 'response_not_found', true])
    }
    const error = await refusalOf(client.responses.create({ model, input: 'go on', previous_response_id: id }))
    expect([error.status, error.code, error.param]).toEqual([404, 'response_not_found', 'previous_response_id'])
  })

  it('are cancelled in upstream’s words, which name them as the caller does', async () => {
    const { id } = await client.responses.create({ model, input: 'hello' })
    const error = await refusalOf(client.responses.cancel(id))
    expect([error.status, error.message.includes(`Cannot cancel the synchronous response ${id}.`)]).toEqual([400, true])
  })

  it('are compacted, and charged by their usage', async () => {
    const { id } = await client.responses.create({ model, input: 'hello' })
    const plain = await effectOf(stand.root, () => client.responses.create({ model, input: 'hello' }))
    const { value, spent, log } = await effectOf(stand.root, () => client.responses.compact({ model, previous_response_id: id }))
    expect([value.object, value.output[0]?.type, /^resp_[\w-]{60,}$/.test(value.id)]).toEqual(['response.compaction', 'compaction', true])
    const { prompt_tokens: prompt, completion_tokens: completion } = DEFAULT_USAGE
    expect([spent, log.prompt_tokens, log.completion_tokens]).toEqual([plain.spent, prompt, completion])
  })

  it('are not read as a stream', async () => {
    const { id } = await client.responses.create({ model, input: 'hello' })
    const error = await refusalOf(client.responses.retrieve(id, { stream: true }))
    expect([error.status, error.param]).toEqual([400, 'stream'])
  })
})

it('keeps a response from every other user, whoever names it', async () => {
  const [{ model } = { model: '' }] = ownResponses
  const { id } = await client.responses.create({ model, input: 'hello' })
  const password = 'another-password-1'
  await stand.root.call(createUser, { body: { username: 'other', password, display_name: 'other' } })
  const other = await ApiClient.signIn(stand.baseUrl.replace(/\/v1$/, ''), 'other', password)
  const { key } = await other.call(createToken, { body: { name: 'theirs', unlimited_quota: true } })
  const theirs = new OpenAI({ baseURL: stand.baseUrl, apiKey: `sk-${key}`, maxRetries: 0 })
  for (const ask of [
    () => theirs.responses.retrieve(id),
    () => theirs.responses.delete(id),
    () => theirs.responses.cancel(id),
    async () => await theirs.responses.inputItems.list(id),
  ])
    expect((await refusalOf(ask())).status).toBe(404)
  expect((await client.responses.retrieve(id)).id).toBe(id)
})
