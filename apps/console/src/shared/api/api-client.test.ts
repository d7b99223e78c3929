import { afterAll, expect, spyOn, test } from 'bun:test'
import { testChannel } from '@weir/contract/channels/channel-checks'
import { deleteToken, editToken, listTokens, searchTokens } from '@weir/contract/token'
import { getSelf } from '@weir/contract/user'
import { createClient, figureOf } from './api-client.ts'
import { CallError } from './call-error.ts'

interface Seen {
  method: string
  url: URL
  language: string | null
  isOfConsole: boolean
  type: string | null
  body: string
}

let seen: Seen | undefined
let answer: (request: Request) => Response | Promise<Response> = () => new Response()

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    seen = {
      method: request.method,
      url: new URL(request.url),
      language: request.headers.get('accept-language'),
      isOfConsole: request.headers.get('x-weir-console') === '1',
      type: request.headers.get('content-type'),
      body: await request.text(),
    }
    return answer(request)
  },
})
afterAll(() => server.stop(true))

let askIdentity: () => Promise<boolean> = () => Promise.resolve(false)
const { call, callWhole } = createClient({
  baseUrl: `http://127.0.0.1:${server.port}`,
  language: () => 'en',
  askIdentity: () => askIdentity(),
})
const answerWith = (body: unknown, status = 200) => {
  answer = () => Response.json(body, { status })
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof CallError ? error.failure : error),
  )

test('C-113 the setting of the build says which server is called', async () => {
  answerWith({ success: true, message: '', data: {} })
  const script = `import { call } from './api-client.ts'; import { getStatus } from '@weir/contract/status'; await call(getStatus, {})`
  const VITE_SERVER = `http://127.0.0.1:${server.port}`
  // A process of its own: the setting is read once, when the module is loaded.
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: import.meta.dirname, env: { ...process.env, VITE_SERVER } })
  expect(await child.exited).toBe(0)
  expect(seen?.url.href).toBe(`${VITE_SERVER}/api/status`)
})

test('C-319 calls go to the given server with the query of the list', async () => {
  answerWith({ success: true, message: '', data: [] })
  expect(await call(listTokens, { query: { p: 0, order: '' } })).toEqual([])
  expect(seen?.url.href).toBe(`http://127.0.0.1:${server.port}/api/token/?p=0&order=`)
  expect(seen?.language).toBe('en')
})

test('C-593 a keyword arrives exactly as it was typed', async () => {
  answerWith({ success: true, message: '', data: [] })
  await call(searchTokens, { query: { keyword: 'a&b#c' } })
  expect(seen?.url.searchParams.get('keyword')).toBe('a&b#c')
})

test('C-342 path values are encoded into the path', async () => {
  answerWith({ success: true, message: '' })
  await call(deleteToken, { params: { id: 7 } })
  expect([seen?.method, seen?.url.pathname]).toEqual(['DELETE', '/api/token/7/'])
  await call(deleteToken, { params: { id: '7/../8' } })
  expect(seen?.url.pathname).toBe('/api/token/7%2F..%2F8/')
})

test('C-344 the body is sent as given', async () => {
  answerWith({ success: true, message: '', data: { status: 2 } })
  await call(editToken, { query: { status_only: 'true' }, body: { id: 7, status: 2 } })
  expect(JSON.parse(seen?.body ?? '')).toEqual({ id: 7, status: 2 })
  expect([seen?.url.search, seen?.type]).toEqual(['?status_only=true', 'application/json'])
  await call(getSelf, {})
  expect([seen?.body, seen?.type]).toEqual(['', null])
})

test('a refusal carries the server message', async () => {
  answerWith({ success: false, message: 'boom' })
  expect(await failureOf(call(getSelf, {}))).toEqual({ kind: 'refused', message: 'boom', fields: { success: false, message: 'boom' } })
})

test('an HTTP error carries its status and the message of the envelope', async () => {
  answerWith({ success: false, message: 'no right' }, 403)
  expect(await failureOf(call(getSelf, {}))).toEqual({ kind: 'status', status: 403, message: 'no right' })
})

test('a page of a proxy in place of JSON is a status, or unreadable when it says 200', async () => {
  answer = () => new Response('<html>', { status: 502 })
  expect(await failureOf(call(getSelf, {}))).toEqual({ kind: 'status', status: 502, message: '' })
  answer = () => new Response('<html>')
  expect(await failureOf(call(getSelf, {}))).toEqual({ kind: 'unreadable' })
})

test('silence is a timeout', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  expect(await failureOf(call(getSelf, {}, { timeoutMs: 20 }))).toEqual({ kind: 'timeout', seconds: 0.02 })
  resolve(new Response())
})

test('an abort by the caller stays an abort', async () => {
  const stop = new AbortController()
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => {
    stop.abort()
    return promise
  }
  expect(await failureOf(call(getSelf, {}, { signal: stop.signal }))).toMatchObject({ name: 'AbortError' })
  resolve(new Response())
})

test('C-104 no server is "offline"', async () => {
  const { call: nowhere } = createClient({ baseUrl: 'http://127.0.0.1:1', language: () => 'zh', askIdentity: () => Promise.resolve(false) })
  expect(await failureOf(nowhere(getSelf, {}))).toEqual({ kind: 'offline' })
})

test('C-229 C-248 a figure is found beside the data, inside it, or as the data itself', async () => {
  const ask = async (body: object) => {
    answerWith({ success: true, message: 'hi', ...body })
    return figureOf(await callWhole(testChannel, { params: { id: 5 }, query: {} }), 'time')
  }
  expect([await ask({ time: 1.5 }), await ask({ data: { time: 1.5 } }), await ask({ data: 1.5 })]).toEqual([1.5, 1.5, 1.5])
  expect(await ask({})).toBeUndefined()
})

test('a call that must be confirmed is sent again, with its body, once the reader has confirmed', async () => {
  const bodies: (string | undefined)[] = []
  answer = () => {
    bodies.push(seen?.body)
    return bodies.length === 1
      ? Response.json({ success: false, message: 'confirm' }, { status: 428 })
      : Response.json({ success: true, message: '', data: undefined })
  }
  askIdentity = () => Promise.resolve(true)
  await call(editToken, { query: {}, body: { id: 1, name: 'x' } })
  expect(bodies).toEqual(['{"id":1,"name":"x"}', '{"id":1,"name":"x"}'])
})

test('a call that was not confirmed fails as the server said, and is asked for once', async () => {
  answerWith({ success: false, message: 'confirm' }, 428)
  let asked = 0
  askIdentity = () => {
    asked += 1
    return Promise.resolve(asked > 1)
  }
  const failure = { kind: 'status', status: 428, message: 'confirm' } as const
  expect(await failureOf(call(getSelf, {}))).toEqual(failure)
  expect(asked).toBe(1)
  expect(await failureOf(call(getSelf, {}))).toEqual(failure)
  expect(asked).toBe(2)
})

test('the own server is called from the page that it sent, and told so; another one is not', async () => {
  answerWith({ success: true, message: '', data: [] })
  await call(getSelf, {})
  expect(seen?.isOfConsole).toBe(false)
  const { location } = globalThis
  Object.defineProperty(globalThis, 'location', { value: { origin: `http://127.0.0.1:${server.port}` }, configurable: true })
  try {
    const own = createClient({ baseUrl: '', language: () => 'zh', askIdentity: () => Promise.resolve(false) })
    await own.call(getSelf, {})
  } finally {
    Object.defineProperty(globalThis, 'location', { value: location, configurable: true })
  }
  expect([seen?.isOfConsole, seen?.url.pathname]).toEqual([true, '/api/user/self'])
})

test('JSON that is no envelope is unreadable, and a list of the kind of the relay is read', async () => {
  answerWith({ status: 'ok' })
  expect(await failureOf(call(getSelf, {}))).toEqual({ kind: 'unreadable' })
  answerWith({ object: 'list', data: [1] })
  expect(await callWhole(getSelf, {})).toMatchObject({ message: '', data: [1] })
})

test('a call is given thirty seconds, and another server is sent its cookies too', async () => {
  answerWith({ success: true, message: '', data: [] })
  const [timeouts, sent] = [spyOn(AbortSignal, 'timeout'), spyOn(globalThis, 'fetch')]
  try {
    await call(getSelf, {})
    expect(timeouts.mock.calls).toEqual([[30_000]])
    expect(sent.mock.calls.map(([request]) => request instanceof Request && request.credentials)).toEqual(['include'])
  } finally {
    timeouts.mockRestore()
    sent.mockRestore()
  }
})

test('what is no text, number or truth value stays out of the address', async () => {
  answerWith({ success: true, message: '', data: [] })
  const query: Record<string, unknown> = { a: 'x', b: 1, c: false, d: undefined, e: null, f: {} }
  await call(listTokens, { query })
  expect(seen?.url.search).toBe('?a=x&b=1&c=false')
})
