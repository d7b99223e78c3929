import { afterAll, beforeAll, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const FRAMES = [
  'data: {"choices":[{"delta":{"content":"hel"}}]}\n\n',
  'data: {"choices":[{"delta":{"content":"lo"}}]}\n\n',
  'data: [DONE]\n\n',
]
const KEY = 'sk-upstream-0123456789'

let at: ServerHarness
let root: Member
let user: Member

const asStream = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const frame of FRAMES) controller.enqueue(new TextEncoder().encode(frame))
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

const asWhole = (): Response =>
  Response.json({
    choices: [{ message: { role: 'assistant', content: `hello, ${KEY}` }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  })

beforeAll(async () => {
  at = await openServerHarness({
    upstream: (request) => Promise.resolve(String(request.body).includes('"stream":true') ? asStream() : asWhole()),
  })
  root = await at.member(Role.root)
  user = await at.member(Role.user)
  const channel = { type: 1, name: 'c', models: 'gpt-4o', key: KEY, base_url: 'https://upstream.test' }
  await at.call('POST', '/api/channel/', { cookie: root.cookie, body: channel })
})

afterAll(() => at.close())

const set = async (key: string, value: string) => {
  expect((await at.call('PUT', '/api/option/', { cookie: root.cookie, body: { key, value } })).json).toMatchObject({ success: true })
}

const chat = async (over: object = {}) => {
  const { key } = await at.token(user)
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'greet me' }], api_key: 'secret of the caller', ...over }
  const answer = await at.call('POST', '/v1/chat/completions', { headers: { authorization: `Bearer sk-${key}` }, body })
  expect(answer.status).toBe(200)
  await at.idle()
  const [row] = await at.store.logs.list({ type: 2 }, { offset: 0, limit: 1 })
  return { id: row?.id ?? 0, said: answer.text }
}

const read = async (id: number, by: Member) => (await at.call('POST', `/api/log/entry/${id}/bodies`, { cookie: by.cookie })).json ?? {}
const entry = async (id: number, by: Member) =>
  ((await at.call('GET', `/api/log/entry/${id}`, { cookie: by.cookie })).json?.['data'] ?? {}) as { readonly has_bodies?: boolean }
const trail = () => at.store.audit.list({ actorId: 0, action: 'log.read-bodies', startTime: 0, endTime: 0 }, { offset: 0, limit: 9 })

it('keeps nothing unless the operator wants it', async () => {
  const { id } = await chat()
  expect(await entry(id, root)).toMatchObject({ has_bodies: false })
  expect(await read(id, root)).toMatchObject({ success: false })
  expect(await trail()).toEqual([])
})

it('keeps what was sent and answered, without keys, and writes down who read it', async () => {
  await set('LogBodiesEnabled', 'true')
  const { id, said } = await chat()
  expect(said).toContain('hello')
  expect(await entry(id, root)).toMatchObject({ has_bodies: true })
  const { data } = (await read(id, root)) as { data: Record<'request' | 'reply', { text: string; bytes: number; is_cut: boolean }> }
  expect(JSON.parse(data.request.text)).toEqual({ model: 'gpt-4o', messages: [{ role: 'user', content: 'greet me' }], api_key: '***' })
  expect(data.request.is_cut).toBe(false)
  expect(data.reply.text).toContain('hello')
  expect(JSON.stringify(data)).not.toContain(KEY)
  expect(data.reply.bytes).toBe(new TextEncoder().encode(said).length)
  expect(await trail()).toMatchObject([{ actor_id: root.id, object: `log ${id}` }])
})

it('keeps a stream as it was delivered', async () => {
  const { id, said } = await chat({ stream: true })
  const { data } = (await read(id, root)) as { data: { reply: { text: string } } }
  expect(data.reply.text).toBe(said)
  expect(said).toContain('data: [DONE]')
})

it('cuts a body that is too long, and says so', async () => {
  await set('LogBodiesKilobytes', '1')
  const { id } = await chat({ messages: [{ role: 'user', content: '很长 '.repeat(1000) }] })
  const { data } = (await read(id, root)) as { data: { request: { text: string; is_cut: boolean; bytes: number } } }
  expect(data.request).toMatchObject({ is_cut: true })
  expect(data.request.bytes).toBeGreaterThan(7000)
  const kept = new TextEncoder().encode(data.request.text).length
  expect([kept <= 1024, kept > 1000, data.request.text.includes('\ufffd')]).toEqual([true, true, false])
  await set('LogBodiesKilobytes', '64')
})

it('shows users their own where the operator allows it, and nobody else', async () => {
  const { id } = await chat()
  const other = await at.member(Role.user)
  expect(await entry(id, user)).toMatchObject({ has_bodies: false })
  expect((await at.call('POST', `/api/log/entry/${id}/bodies`, { cookie: user.cookie })).status).toBe(404)
  await set('LogBodiesForUsers', 'true')
  expect(await entry(id, user)).toMatchObject({ has_bodies: true })
  expect(await read(id, user)).toMatchObject({ success: true })
  expect(await trail()).toMatchObject([{ actor_id: user.id }, {}, {}, {}])
  expect(await read(id, other)).toMatchObject({ success: false })
  expect(await read(id, await at.member(Role.admin))).toMatchObject({ success: true })
})

it('forgets them with the rows', async () => {
  const { id } = await chat()
  const [row] = await at.store.logs.list({ type: 2 }, { offset: 0, limit: 1 })
  await at.store.logs.deleteBefore((row?.created_at ?? 0) + 60)
  expect(await at.store.requestBodies.has(row?.request_id ?? '', user.id)).toBe(false)
  expect(await read(id, root)).toMatchObject({ success: false })
})
