import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const MEGABYTE = 1024 * 1024
const NUL = String.fromCharCode(0)

let harness: ServerHarness
let user: Member
let admin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  user = await harness.member(Role.user)
  admin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

const english = { 'accept-language': 'en' }

const messageOf = (answer: Answer): unknown => answer.json?.['message']

describe('the envelope', () => {
  it('carries success, an empty message and the data', async () => {
    const answer = await harness.call('GET', '/api/user/self', { cookie: user.cookie })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ success: true, message: '', data: { username: user.username, role: 1, group: 'default' } })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('answers a business refusal with 200 and a reason', async () => {
    const answer = await harness.call('GET', '/api/token/4711', { cookie: user.cookie, headers: english })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ success: false, message: 'Token 4711 does not exist' })
  })

  it('answers 401 without a credential and 403 without the right, both in the envelope', async () => {
    const anonymous = await harness.call('GET', '/api/token/', { headers: english })
    const tooLow = await harness.call('GET', '/api/channel/', { cookie: user.cookie, headers: english })
    expect([anonymous.status, anonymous.json]).toEqual([
      401,
      { success: false, message: 'Not logged in or login expired, please log in again' },
    ])
    expect([tooLow.status, tooLow.json]).toEqual([403, { success: false, message: 'You do not have the right to do this' }])
  })

  it('speaks Chinese unless English is asked for', async () => {
    const languages = [{}, { 'accept-language': 'fr' }, { 'accept-language': 'zh-CN,en;q=0.5' }, { 'accept-language': 'fr, en-GB' }]
    const messages = await Promise.all(languages.map(async (headers) => messageOf(await harness.call('GET', '/api/token/', { headers }))))
    const [none, french, chinese, englishMessage] = messages
    expect([none, french, chinese]).toEqual(Array(3).fill('未登录或登录已过期，请重新登录'))
    expect(englishMessage).toBe('Not logged in or login expired, please log in again')
  })

  it('has a request id under both names', async () => {
    const answers = await Promise.all(['/api/status', '/v1/models', '/'].map((path) => harness.call('GET', path)))
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^\d{14}[0-9A-Za-z_-]{12}$/)
      expect(headers.get('x-oneapi-request-id')).toBe(headers.get('x-request-id'))
    }
  })
})

describe('paths and methods', () => {
  it('serves both slash forms directly', async () => {
    for (const path of ['/api/status', '/api/user/self', '/api/token', '/api/token/search', '/api/log/self']) {
      const forms = await Promise.all([path, `${path}/`].map((form) => harness.call('GET', form, { cookie: user.cookie })))
      expect(forms.map(({ status, json }) => [path, status, json?.['success']])).toEqual(Array(2).fill([path, 200, true]))
    }
  })

  it('serves a path behind a base URL that ends in a slash', async () => {
    const own = await harness.call('GET', '//api/user/self', { cookie: user.cookie })
    expect([own.status, own.json?.['success']]).toEqual([200, true])
    const relayed = await harness.call('POST', '//v1/chat/completions', { body: {} })
    expect([relayed.status, relayed.json]).toEqual([401, { error: expect.objectContaining({ code: 'no_token' }) }])
  })

  it('answers an unknown path under /api with the envelope and the error object', async () => {
    const answer = await harness.call('GET', '/api/no/such/thing', { headers: english })
    const message = 'Invalid URL (GET /api/no/such/thing)'
    expect(answer.status).toBe(404)
    expect(answer.json).toEqual({ success: false, message, error: { message, type: 'invalid_request_error', param: '', code: '' } })
  })

  it('answers an unknown path under /v1 in the shape of OpenAI', async () => {
    const answer = await harness.call('POST', '/v1/no/such/thing', { headers: english, body: {} })
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ error: { type: 'invalid_request_error', code: 'unknown_url' } })
    expect(answer.json).not.toHaveProperty('success')
  })

  it('serves no other method than the one the contract names', async () => {
    const answers = await Promise.all(
      ['PATCH', 'DELETE', 'PUT'].map((method) => harness.call(method, '/api/status', method === 'DELETE' ? {} : { body: {} })),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('takes a spelling that resembles a guarded path for a path that is not served or guards it the same', async () => {
    const spellings = [
      '//api//channel/',
      '/api/./channel/',
      '/api/user/..%2fchannel/',
      '/API/channel/',
      '/api/channel;/',
      '/api/channel%2f',
    ]
    for (const path of spellings) {
      const answer = await harness.call('GET', path)
      expect([path, answer.json?.['data']]).toEqual([path, undefined])
      expect([path, answer.json?.['success']]).not.toEqual([path, true])
    }
  })

  it('does not let a header change the method', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE' }
    const { id } = await harness.token(user, { name: 'stays' })
    await harness.call('GET', `/api/token/${id}/`, { cookie: user.cookie, headers })
    const after = await harness.call('GET', `/api/token/${id}`, { cookie: user.cookie })
    expect(after.json).toMatchObject({ success: true, data: { name: 'stays' } })
  })
})

describe('bad input', () => {
  const login = (rawBody: string) => harness.call('POST', '/api/user/login', { rawBody, headers: english })

  it('is refused as undecodable when the body is not JSON', async () => {
    for (const rawBody of ['', '{', 'null x', '[1,', '"\\u12"', 'NaN']) {
      const answer = await login(rawBody)
      expect([rawBody, answer.status, messageOf(answer)]).toEqual([rawBody, 200, 'The request body is not valid JSON'])
    }
  })

  it('is refused when the JSON is nested deeper than 64 levels', async () => {
    const deep = (levels: number) => `{"username":"a","password":"b","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(messageOf(await login(deep(100)))).toBe('The request body is not valid JSON')
    expect(messageOf(await login(deep(30_000)))).toBe('The request body is not valid JSON')
    expect(messageOf(await login(deep(20)))).toBe('Wrong username or password, or the account is banned')
  })

  it('is refused with the field named when a type is wrong or a field is missing', async () => {
    const create = (body: unknown) => harness.call('POST', '/api/token/', { cookie: user.cookie, body, headers: english })
    const problems: readonly (readonly [unknown, string])[] = [
      [{ name: 5 }, 'Invalid parameter: name,'],
      [{ name: 'a', remain_quota: -1 }, 'Invalid parameter: remain_quota,'],
      [{ name: 'a', remain_quota: 0.5 }, 'Invalid parameter: remain_quota,'],
      [{ name: 'a', remain_quota: 2 ** 53 }, 'Invalid parameter: remain_quota,'],
      [{ name: 'a', unlimited_quota: 'yes' }, 'Invalid parameter: unlimited_quota,'],
      [{ name: 'a', subnet: 'everywhere' }, 'Invalid parameter: subnet, must be subnets separated by commas'],
      [{ name: 'x'.repeat(65) }, 'Invalid parameter: name,'],
      [[], 'Invalid parameter: body,'],
      [null, 'Invalid parameter: body,'],
      ['text', 'Invalid parameter: body,'],
    ]
    for (const [body, start] of problems) {
      const answer = await create(body)
      expect([body, answer.status, answer.json?.['success'], String(messageOf(answer)).slice(0, start.length)]).toEqual([
        body,
        200,
        false,
        start,
      ])
    }
    const missing = await harness.call('POST', '/api/user/login', { body: { username: 'root' }, headers: english })
    expect(messageOf(missing)).toStartWith('Invalid parameter: password,')
  })

  it('is refused when it contains a NUL character', async () => {
    const answer = await harness.call('POST', '/api/token/', { cookie: user.cookie, body: { name: `a${NUL}b` }, headers: english })
    expect(messageOf(answer)).toBe('Invalid parameter: name, must not contain a NUL character')
    const search = await harness.call('GET', '/api/token/search?keyword=%00', { cookie: user.cookie, headers: english })
    expect(search.status).toBe(200)
    expect(search.json?.['success']).toBe(false)
  })

  it('IN-07 is refused with 413 when the body is larger than a megabyte, or than 64 KiB from somebody unknown', async () => {
    const rawBody = JSON.stringify({ username: 'root', password: 'x'.repeat(10 * MEGABYTE) })
    const byText = await login(rawBody)
    const byHeader = await harness.call('POST', '/api/user/login', { rawBody: '{}', headers: { 'content-length': String(10 * MEGABYTE) } })
    const channel = await harness.call('POST', '/api/channel/', { cookie: admin.cookie, rawBody })
    expect([byText.status, byHeader.status, channel.status]).toEqual([413, 413, 413])
    expect(messageOf(byText)).toBe('The request body is larger than the limit of 65536 bytes')
    expect(channel.text).toContain('1048576')
  })

  it('IN-07 is not read at all from someone who may not call', async () => {
    const rawBody = 'x'.repeat(10 * MEGABYTE)
    const answers = await Promise.all([
      harness.call('POST', '/api/channel/', { rawBody }),
      harness.call('POST', '/api/channel/', { rawBody, cookie: user.cookie }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 403])
  })

  it('IN-06 is refused with 415 when the body is compressed, whoever sends it', async () => {
    const rawBody = Bun.gzipSync(Buffer.from('{"username":"root","password":"wrong"}'))
    for (const encoding of ['gzip', 'br', 'zstd', 'deflate', 'gzip, gzip', 'x-gzip', 'identity, gzip']) {
      const headers = { ...english, 'content-encoding': encoding }
      const answers = [
        await harness.call('POST', '/api/user/login', { rawBody, headers }),
        await harness.call('POST', '/api/channel/', { rawBody, headers, cookie: admin.cookie }),
      ]
      for (const { status, json } of answers) {
        const message = `A body compressed with ${encoding} is not supported here; send it uncompressed`
        expect([status, json]).toEqual([415, { success: false, message }])
      }
    }
    const secret = await harness.call('POST', '/api/user/login', { rawBody, headers: { ...english, 'content-encoding': 'x'.repeat(5000) } })
    expect([secret.status, secret.text.length < 300]).toEqual([415, true])
    const plain = { ...english, 'content-encoding': 'Identity ' }
    expect(messageOf(await harness.call('POST', '/api/user/login', { rawBody, headers: plain }))).toBe('The request body is not valid JSON')
    const known = await harness.call('POST', '/api/user/login', { body: { username: 'root', password: 'wrong' }, headers: plain })
    expect(messageOf(known)).toBe('Wrong username or password, or the account is banned')
  })

  it('IN-25 is refused with 415 when a cookie comes with a body that says it is something else than JSON', async () => {
    const body = { username: 'root', password: 'wrong' }
    for (const type of ['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json']) {
      const answer = await harness.call('POST', '/api/user/login', {
        body,
        cookie: 'session=x',
        headers: { ...english, 'content-type': type },
      })
      const said = type.split(';', 1)[0]
      const message = `The body must be JSON: send Content-Type: application/json, not ${said}`
      expect([answer.status, answer.json]).toEqual([415, { success: false, message }])
    }
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json', '']) {
      const answer = await harness.call('POST', '/api/user/login', { body, headers: { ...english, 'content-type': type } })
      expect([type, messageOf(answer)]).toEqual([type, 'Wrong username or password, or the account is banned'])
    }
  })

  it('takes a page number that is none for the first page and never more than 100 rows', async () => {
    for (const query of ['p=-1', 'p=abc', 'p=1e18', 'p=', 'page_size=-5', 'page_size=100000', 'order=quota;drop', 'p=0&p=1']) {
      const answer = await harness.call('GET', `/api/token/?${query}`, { cookie: user.cookie })
      expect([query, answer.status, answer.json?.['success']]).toEqual([query, 200, true])
    }
  })

  it('refuses an id that is no whole positive number', async () => {
    for (const id of ['0', '-1', '1.5', 'abc', '1e30', '%00', "1'or'1", '9007199254740993']) {
      const answer = await harness.call('GET', `/api/token/${id}`, { cookie: user.cookie })
      expect([id, answer.status, answer.json?.['success']]).toEqual([id, 200, false])
    }
  })
})
