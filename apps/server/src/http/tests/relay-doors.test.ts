import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

let stand: ServerHarness
let key: string

beforeAll(async () => {
  stand = await openServerHarness({ upstream: () => Promise.resolve(Response.json({ error: { message: 'gone' } }, { status: 404 })) })
  const admin = await stand.member(Role.admin)
  const channel = { type: 1, name: 'one', key: 'sk-one', models: 'gpt-realtime,gpt-4o', base_url: 'https://upstream.test' }
  await stand.call('POST', '/api/channel/', { cookie: admin.cookie, body: channel })
  key = (await stand.token(await stand.member(Role.user))).key
})

afterAll(() => stand.close())

const post = (path: string, body: object) => stand.call('POST', path, { headers: { authorization: `Bearer ${key}` }, body })

describe('a preflight of the relay', () => {
  it('allows every origin, method and header, the named ones by name', async () => {
    const asked = await stand.call('OPTIONS', '/v1/chat/completions', {
      headers: { origin: 'https://app.test', 'access-control-request-headers': 'authorization, x-own' },
    })
    expect([asked.status, asked.text]).toEqual([204, ''])
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-max-age': '43200',
      'access-control-allow-headers': '*, authorization, x-own',
    })
    expect(asked.headers.get('x-request-id')).toMatch(/^\d{17}/)
    expect(asked.headers.get('x-oneapi-request-id')).toBe(asked.headers.get('x-request-id'))
    expect((await stand.call('OPTIONS', '/v1/models')).headers.get('access-control-allow-headers')).toBe('*')
  })
})

describe('doors of the relay', () => {
  it('give a client secret at the present path and at the older one', async () => {
    const session = { type: 'realtime', model: 'gpt-realtime' }
    const present = await post('/v1/realtime/client_secrets', { session })
    expect(present).toMatchObject({ status: 200, json: { value: expect.stringMatching(/^ek_/), session } })
    const older = await post('/v1/realtime/sessions', { model: 'gpt-realtime' })
    expect(older).toMatchObject({
      status: 200,
      json: { object: 'realtime.session', client_secret: { value: expect.stringMatching(/^ek_/) } },
    })
  })

  it.each([
    ['GET', '/v1/responses/resp_1'],
    ['DELETE', '/v1/responses/resp_1'],
    ['POST', '/v1/responses/resp_1/cancel'],
    ['GET', '/v1/responses/resp_1/input_items'],
  ])('find no answer that was never kept: %s %s', async (method, path) => {
    const answer = await stand.call(method, path, { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(404)
    expect(JSON.stringify(answer.json)).toContain('resp_1')
  })

  it.each(['/v1/models', '/v1/models/', '/v1/models///'])('are found with any number of slashes behind: %s', async (path) => {
    const answer = await stand.call('GET', path, { headers: { authorization: `Bearer ${key}` } })
    expect([answer.status, answer.json?.['object']]).toEqual([200, 'list'])
  })

  it('count the tokens of a response here, and only of what is sent', async () => {
    const counted = (input: string) => post('/v1/responses/input_tokens', { model: 'gpt-4o', input, instructions: 'be brief' })
    const [shorter, longer] = [await counted('one two'), await counted('one two three')]
    expect([longer.status, longer.json?.['object'], longer.headers.get('x-weir-estimate')]).toEqual([200, 'response.input_tokens', 'true'])
    // A token is one for each letter here.
    expect(Number(longer.json?.['input_tokens']) - Number(shorter.json?.['input_tokens'])).toBe(6)
    const kept = await post('/v1/responses/input_tokens', { model: 'gpt-4o', input: 'a', previous_response_id: 'resp_1' })
    expect(kept).toMatchObject({ status: 400, json: { error: { param: 'previous_response_id' } } })
  })

  it('say by HEAD whether models are listed, and no more', async () => {
    const head = (path: string, headers = {}) => stand.call('HEAD', path, { headers })
    const listed = await head('/v1/models', { authorization: `Bearer ${key}` })
    expect(listed.status).toBe(200)
    expect((await head('/v1/models')).status).toBe(401)
    expect((await head('/v1/chat/completions', { authorization: `Bearer ${key}` })).status).toBe(404)
  })

  it('ask for a socket where only a socket is served', async () => {
    const answer = await stand.call('GET', '/v1/realtime?model=gpt-realtime', { headers: { authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(426)
    const upgrade = { authorization: `Bearer ${key}`, upgrade: 'WebSocket' }
    expect((await stand.call('GET', '/v1/realtime?model=gpt-realtime', { headers: upgrade })).status).toBe(404)
  })
})
