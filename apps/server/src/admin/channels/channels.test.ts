import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

const isDone = (answer: Answer): boolean => answer.json?.['success'] === true
const create = (over: object = {}) =>
  harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { type: 1, name: 'c', key: 'sk-a', models: 'gpt-4o', ...over } })
const edit = (body: object) => harness.call('PUT', '/api/channel/', { cookie: admin.cookie, body })
const newest = async (): Promise<ChannelObject> => {
  const [channel] = await harness.store.channels.list({ offset: 0, limit: 1 })
  if (channel === undefined) throw new Error('no channel')
  return channel
}

describe('what a channel must not carry', () => {
  it('IN-16 is refused on save: line breaks, control characters and keys that no header can hold', async () => {
    const before = (await harness.store.channels.all()).length
    const bad = [
      { other: 'v1\r\nX-Evil: 1' },
      { base_url: 'https://a.example/\nx' },
      { models: 'gpt-4o\r\nx' },
      { name: 'a\u0000b' },
      { config: '{"plugin":"x\\r\\nY: 1"}' },
      { model_mapping: '{"a":"b\\nc"}' },
      { key: 'sk-密钥' },
      { key: 'sk-a\u0007' },
    ]
    for (const fields of bad) expect([fields, isDone(await create(fields))]).toEqual([fields, false])
    expect(await harness.store.channels.all()).toHaveLength(before)
    await create()
    const { id } = await newest()
    for (const fields of [{ key: 'sk-a\nsk-b' }, { other: 'a\tb' }]) expect(isDone(await edit({ id, ...fields }))).toBe(false)
    expect((await harness.store.channels.secretsOf(id))?.key).toBe('sk-a')
  })
})

describe('a test of what a form holds', () => {
  it('tells that no model is named', async () => {
    const body = { type: 1, key: 'sk-typed-0123456789', models: '' }
    const answer = await harness.call('POST', '/api/channel/test_draft', { cookie: admin.cookie, body })
    expect([answer.status, answer.json?.['data']]).toMatchObject([200, { success: false, reason: 'no-model' }])
  })
})

describe('tags of a channel', () => {
  it('are kept without blanks and repeats, changed, taken away and copied', async () => {
    expect(isDone(await create({ tag: ' eu, 蓝 ,eu' }))).toBe(true)
    const { id, tag } = await newest()
    expect(tag).toBe('eu,蓝')
    await harness.call('POST', `/api/channel/copy/${id}`, { cookie: admin.cookie })
    expect((await newest()).tag).toBe('eu,蓝')
    const tagAfter = async (body: object) => {
      await edit({ id, ...body })
      return (await harness.store.channels.get(id))?.tag
    }
    expect(await tagAfter({ priority: 1 })).toBe('eu,蓝')
    expect(await tagAfter({ tag: 'us' })).toBe('us')
    expect(await tagAfter({ tag: null })).toBe('us')
    expect(await tagAfter({ tag: '' })).toBe('')
    expect(isDone(await edit({ id, tag: 'a\nb' }))).toBe(false)
    expect(isDone(await edit({ id, tag: 'x'.repeat(501) }))).toBe(false)
  })
})

describe('the status that tests and faults set', () => {
  it('is nobody’s wish: a form that read it sends it back in vain, and no other form may send it', async () => {
    await create({ name: 'state' })
    const { id } = await newest()
    const status = async () => (await harness.store.channels.get(id))?.status
    const refused = await edit({ id, status: 3 })
    expect([isDone(refused), String(refused.json?.['message']).includes('status'), await status()]).toEqual([false, true, 1])
    await harness.store.channels.changeStatus(id, 1, 3)
    expect([isDone(await edit({ id, status: 3, name: 'renamed' })), await status()]).toEqual([true, 3])
    expect([isDone(await edit({ id, status: 2 })), await status()]).toEqual([true, 2])
  })
})

describe('secret settings of a channel', () => {
  it('make its key anew when another part of it changes, and leave a key of its own alone', async () => {
    const settings = (fields: object) => JSON.stringify({ ak: 'AKIA1', region: 'us-east-1', ...fields })
    await create({ type: 33, key: 'AKIA1|secret|us-east-1', config: settings({ sk: 'secret' }) })
    const { id } = await newest()
    const key = async () => (await harness.store.channels.secretsOf(id))?.key
    await edit({ id, config: settings({ region: 'eu-west-1' }) })
    expect(await key()).toBe('AKIA1|secret|eu-west-1')
    await edit({ id, config: settings({ region: 'eu-west-1', ak: 'AKIA2', sk: '' }) })
    expect(await key()).toBe('AKIA2|secret|eu-west-1')
    await edit({ id, config: settings({ region: '' }) })
    expect(await key()).toBe('AKIA2|secret|eu-west-1')
    await edit({ id, key: 'APIKEY|us-east-1', config: settings({}) })
    await edit({ id, config: settings({ region: 'eu-west-1' }) })
    expect(await key()).toBe('APIKEY|us-east-1')
  })

  it('H-62 are sealed, never shown, kept when a form sends them back empty and lost when it moves', async () => {
    const config = JSON.stringify({ region: 'eu', ak: 'AKIA', sk: 'the-secret-part' })
    expect(isDone(await create({ config }))).toBe(true)
    const { id, config: shown } = await newest()
    expect(JSON.parse(shown)).toEqual({ region: 'eu', ak: 'AKIA' })
    const list = await harness.call('GET', '/api/channel/', { cookie: admin.cookie })
    expect(list.text).not.toContain('the-secret-part')
    const secret = async (): Promise<string> => (await harness.store.channels.secretsOf(id))?.secretConfig ?? ''
    expect(JSON.parse(await secret())).toEqual({ sk: 'the-secret-part' })

    await edit({ id, config: JSON.stringify({ region: 'us', sk: '' }) })
    expect(JSON.parse((await newest()).config)).toEqual({ region: 'us' })
    expect(JSON.parse(await secret())).toEqual({ sk: 'the-secret-part' })
    await edit({ id, priority: 3 })
    expect(JSON.parse(await secret())).toEqual({ sk: 'the-secret-part' })
    await edit({ id, config: '{"sk":"another"}' })
    expect(JSON.parse(await secret())).toEqual({ sk: 'another' })
    expect(isDone(await edit({ id, base_url: 'https://elsewhere.example', key: 'sk-new' }))).toBe(true)
    expect(await secret()).toBe('')
  })
})

it('the models that are known are listed by name', async () => {
  const { json } = await harness.call('GET', '/api/channel/models', { cookie: admin.cookie })
  const models = json?.['data'] as readonly { readonly id: string }[]
  const names = models.map(({ id }) => id)
  expect(names.length).toBeGreaterThan(100)
  expect(names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name)).toBe(true)
})
