import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const SECRET = 'sk-kept-by-the-operator'
const channelKeys: Record<string, string> = { WEIR_CHANNEL_ONE: SECRET, WEIR_CHANNEL_TWO: SECRET }
const requests: UpstreamRequest[] = []
let reply = () => Response.json({ choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }] })

let stand: ServerHarness
let root: Member
let admin: Member
/** Amid a second, since times in seconds are rounded. */
let now = 1_800_000_000_600

beforeAll(async () => {
  stand = await openServerHarness({
    channelKeys,
    clock: () => now,
    upstream: (request) => {
      requests.push(request)
      return Promise.resolve(reply())
    },
  })
  root = await stand.member(Role.root)
  admin = await stand.member(Role.admin)
})

afterAll(() => stand.close())

const channel = { type: 1, name: 'referring', models: 'gpt-4o', base_url: 'https://upstream.test' }
const create = ({ cookie }: Member, key: string) => stand.call('POST', '/api/channel/', { cookie, body: { ...channel, key } })
const edit = ({ cookie }: Member, body: object) => stand.call('PUT', '/api/channel/', { cookie, body })
const english = { 'accept-language': 'en' }
const messageOf = (answer: Answer) => [answer.json?.['success'], answer.json?.['message']]

const newest = async (): Promise<number> => (await stand.store.channels.list({ offset: 0, limit: 1 }))[0]?.id ?? 0

const chat = async (): Promise<Answer> => {
  const token = await stand.token(root)
  return await stand.call('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer sk-${token.key}`, ...english },
    body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] },
  })
}

describe('a channel whose key is kept outside', () => {
  it('sends the key, which stands neither in the database nor in any answer', async () => {
    expect(messageOf(await create(root, 'env:WEIR_CHANNEL_ONE'))).toEqual([true, ''])
    const id = await newest()
    expect((await stand.store.channels.secretsOf(id))?.key).toBe('env:WEIR_CHANNEL_ONE')
    expect((await chat()).status).toBe(200)
    expect(requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${SECRET}` })
    const pages = ['/api/channel/', `/api/channel/${id}`, '/api/audit/'].map((path) => stand.call('GET', path, { cookie: root.cookie }))
    for (const { text } of await Promise.all(pages)) expect(text).not.toContain(SECRET)
  })

  it('gives its copy the same reference, which is not sent as a key', async () => {
    const copied = await stand.call('POST', `/api/channel/copy/${await newest()}`, { cookie: root.cookie })
    expect(messageOf(copied)).toEqual([true, ''])
    const copy = await newest()
    expect((await stand.store.channels.target(copy))?.channel).toMatchObject({ key: 'env:WEIR_CHANNEL_ONE', isKeyReference: true })
    await stand.store.channels.delete(copy)
  })

  it('keeps the key out of what upstream says about it', async () => {
    const previous = reply
    reply = () => Response.json({ error: { message: `Incorrect API key provided: ${SECRET}`, code: 'invalid_api_key' } }, { status: 401 })
    const tested = await stand.call('GET', `/api/channel/test/${await newest()}/`, { cookie: root.cookie })
    expect(tested.text).toContain('Incorrect API key provided')
    expect(tested.text).not.toContain(SECRET)
    expect((await chat()).text).not.toContain(SECRET)
    reply = previous
  })

  it('is set by root alone, and an admin cannot point it at a server of his own', async () => {
    const refused = [false, '只有超级管理员可以用 env: 或 file: 引用密钥']
    const id = await newest()
    expect(messageOf(await create(admin, 'env:WEIR_CHANNEL_ONE'))).toEqual(refused)
    expect(messageOf(await create(admin, 'sk-a\n  env:WEIR_CHANNEL_TWO'))).toEqual(refused)
    expect(messageOf(await edit(admin, { id, key: ' env:WEIR_CHANNEL_TWO' }))).toEqual(refused)
    const moved = { id, base_url: 'https://evil.test' }
    expect(messageOf(await edit(admin, { ...moved, key: 'env:WEIR_CHANNEL_ONE' }))).toEqual(refused)
    expect(messageOf(await edit(admin, moved))[0]).toBe(false)
    expect(messageOf(await edit(admin, { id, priority: 3 }))[0]).toBe(true)
  })

  it('is refused on save with the reason when the key is not there or must not be named', async () => {
    const before = (await stand.store.channels.all()).length
    const en = async (key: string) =>
      messageOf(await stand.call('POST', '/api/channel/', { cookie: root.cookie, headers: english, body: { ...channel, key } }))
    expect(await en('env:WEIR_CHANNEL_ABSENT')).toEqual([
      false,
      'env:WEIR_CHANNEL_ABSENT is missing, or is not one line of visible ASCII characters',
    ])
    const [isDone, message] = await en('env:SESSION_SECRET')
    expect(isDone).toBe(false)
    expect(message).toStartWith('env:SESSION_SECRET cannot be referred to: a variable must begin with WEIR_CHANNEL_, a file')
    expect((await en('file:/etc/passwd'))[0]).toBe(false)
    expect(await stand.store.channels.all()).toHaveLength(before)
  })

  it('sends nothing while the key is missing, says so in a test, and works again once it is there', async () => {
    delete channelKeys['WEIR_CHANNEL_ONE']
    now += 1000
    const sent = requests.length
    expect((await chat()).status).toBe(502)
    const id = await newest()
    const tested = await stand.call('GET', `/api/channel/test/${id}/`, { cookie: root.cookie, headers: english })
    expect(messageOf(tested)).toEqual([false, 'env:WEIR_CHANNEL_ONE is missing, or is not one line of visible ASCII characters'])
    expect(requests).toHaveLength(sent)
    expect((await stand.store.channels.get(id))?.status).toBe(1)
    channelKeys['WEIR_CHANNEL_ONE'] = SECRET
    now += 1000
    expect((await chat()).status).toBe(200)
  })

  it('sends a key as it is that was stored before there were references, until root enters it', async () => {
    const id = await newest()
    await stand.store.channels.update(id, { key: 'env:WEIR_CHANNEL_ONE', isKeyReference: false })
    expect((await chat()).status).toBe(200)
    expect(requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer env:WEIR_CHANNEL_ONE' })
    expect(messageOf(await edit(admin, { id, name: 'renamed' }))[0]).toBe(true)
    expect((await chat()).status).toBe(200)
    expect(requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer env:WEIR_CHANNEL_ONE' })
    expect(messageOf(await edit(root, { id, key: 'env:WEIR_CHANNEL_ONE' }))[0]).toBe(true)
    expect((await chat()).status).toBe(200)
    expect(requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${SECRET}` })
  })
})
