import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const HELLO = { model: 'gpt-4o-mini', max_tokens: 50, messages: [{ role: 'user', content: 'hello' }] }
const VERSION = { 'anthropic-version': '2023-06-01' }
const ENGLISH = { 'accept-language': 'en' }

let at: UpstreamHarness
let key: string

beforeAll(async () => {
  at = await openUpstreamHarness()
  ;({ key } = await at.harness.token(at.user))
})
beforeEach(() => {
  at.sent.length = 0
})
afterAll(() => at.harness.close())

const errorOf = ({ status, json }: { readonly status: number; readonly json: unknown }) => {
  const { type, error, request_id: id } = json as { type: string; error: { type: string; message: string }; request_id: string }
  return { status, type, kind: error.type, message: error.message, id }
}

describe("Anthropic's wire", () => {
  it('takes the key as x-api-key and answers in its own form', async () => {
    const answer = await at.harness.call('POST', '/v1/messages?beta=true', {
      headers: { 'x-api-key': `sk-${key}`, ...VERSION },
      body: HELLO,
    })
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hello' }], usage: { input_tokens: 3, output_tokens: 2 } },
    ])
    expect(answer.headers.get('request-id')).toBe(answer.headers.get('x-request-id'))
  })

  it('takes the key that is ours where a program sends the one of another place along', async () => {
    const statusOf = async (headers: Record<string, string>) =>
      (await at.harness.call('POST', '/v1/messages', { headers, body: HELLO })).status
    expect(await statusOf({ authorization: 'Bearer sk-ant-oat01-x', 'x-api-key': `sk-${key}` })).toBe(200)
    expect(await statusOf({ authorization: 'Bearer', 'x-api-key': `sk-${key}` })).toBe(200)
    expect(await statusOf({ authorization: `Bearer sk-${key}`, 'x-api-key': 'sk-ant-api03-x' })).toBe(200)
    expect(await statusOf({ authorization: 'Bearer sk-ant-oat01-x', 'x-api-key': 'sk-ant-api03-x' })).toBe(401)
  })

  it('refuses in its own form before anything is known of the caller', async () => {
    const refused = async (path: string, headers: Record<string, string>, body: object | undefined = HELLO) => {
      const answer = await at.harness.call('POST', path, { headers: { ...ENGLISH, ...headers }, body })
      const told = errorOf(answer)
      expect([told.type, told.id, told.message.length > 10]).toEqual(['error', answer.headers.get('request-id') ?? '', true])
      return [told.status, told.kind]
    }
    expect(await refused('/v1/messages', {})).toEqual([401, 'authentication_error'])
    expect(await refused('/v1/messages', { 'x-api-key': 'sk-nobody' })).toEqual([401, 'authentication_error'])
    expect(await refused('/v1/messages/nothing/here', {})).toEqual([404, 'not_found_error'])
    expect(await refused('/v1/messages/batches', {})).toEqual([501, 'api_error'])
    expect(await refused('/v1/messages', { 'x-api-key': `sk-${key}` }, { ...HELLO, max_tokens: -1 })).toEqual([
      400,
      'invalid_request_error',
    ])
    expect(await refused('/v1/messages', { 'x-api-key': `sk-${key}` }, { ...HELLO, model: 'unknown' })).toEqual([404, 'not_found_error'])
    expect(await refused('/v1/messages', { 'x-api-key': `sk-${key}`, 'content-encoding': 'br' })).toEqual([415, 'invalid_request_error'])
    expect(at.sent).toEqual([])
  })

  it('refuses what no channel can say by the name of the field', async () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }]
    const answer = await at.relay(at.user, '/v1/messages', { body: { ...HELLO, tools } })
    expect(errorOf(answer)).toMatchObject({ status: 400, kind: 'invalid_request_error', message: expect.stringContaining('tools[0]') })
    expect(at.sent).toEqual([])
  })

  it('says what was left out', async () => {
    const body = { ...HELLO, top_k: 5, system: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }], container: 'c' }
    const answer = await at.relay(at.user, '/v1/messages', { body })
    expect(answer.headers.get('x-weir-dropped')).toBe('container, top_k, cache_control')
    expect(JSON.parse(String(at.sent[0]?.body))).toEqual({
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'a' }] },
        { role: 'user', content: 'hello' },
      ],
      max_completion_tokens: 50,
    })
  })
})

describe('the models', () => {
  it("are listed in Anthropic's form to its clients, and in OpenAI's to all others", async () => {
    const theirs = await at.relay(at.user, '/v1/models', { method: 'GET', headers: VERSION })
    expect(theirs.json).toMatchObject({
      data: expect.arrayContaining([{ type: 'model', id: 'gpt-4o-mini', display_name: 'gpt-4o-mini', created_at: '2021-07-20T11:20:00Z' }]),
      has_more: false,
    })
    const one = await at.relay(at.user, '/v1/models/gpt-4o-mini', { method: 'GET', headers: VERSION })
    expect(one.json).toMatchObject({ type: 'model', id: 'gpt-4o-mini' })
    const missing = await at.relay(at.user, '/v1/models/none', { method: 'GET', headers: VERSION })
    expect(errorOf(missing)).toMatchObject({ status: 404, kind: 'not_found_error' })
    expect((await at.relay(at.user, '/v1/models', { method: 'GET' })).json).toMatchObject({ object: 'list' })
  })
})

describe('a count of tokens', () => {
  it('is ours where upstream has none, says so, and is free', async () => {
    const before = await at.quotaOf(at.user)
    const { max_tokens: _, ...body } = HELLO
    const answer = await at.relay(at.user, '/v1/messages/count_tokens', { body })
    expect([answer.status, answer.headers.get('x-weir-estimate')]).toEqual([200, 'true'])
    expect((answer.json as { input_tokens: number }).input_tokens).toBeGreaterThan(1)
    expect((answer.json as { input_tokens: number }).input_tokens).toBeLessThan(100)
    expect([await at.quotaOf(at.user), at.sent]).toEqual([before, []])
  })

  it('is refused for a wrong call or caller as a message is', async () => {
    const path = '/v1/messages/count_tokens'
    expect(errorOf(await at.relay(at.user, path, { body: { model: 'gpt-4o-mini' } }))).toMatchObject({ status: 400 })
    expect(errorOf(await at.harness.call('POST', path, { headers: ENGLISH, body: HELLO }))).toMatchObject({ status: 401 })
    expect(errorOf(await at.relay(at.user, path, { body: { ...HELLO, model: 'unknown' } }))).toMatchObject({ status: 404 })
  })
})
