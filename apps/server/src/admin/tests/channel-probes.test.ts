import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import type { TestOutcome } from '@weir/contract/channels/channel-test'
import { Role } from '@weir/contract/user'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const STORED = 'sk-stored-0123456789'
const FRESH = 'sk-fresh-0123456789'
const english = { 'accept-language': 'en' }

let stand: ServerHarness
let admin: Member
let id: number
const requests: UpstreamRequest[] = []

const keyOf = ({ headers }: UpstreamRequest): string => (headers['authorization'] ?? '').replace('Bearer ', '')

/** Serves the fresh key alone. */
const upstream = (request: UpstreamRequest): Promise<Response> => {
  requests.push(request)
  const key = keyOf(request)
  const answer = { choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }] }
  if (key === FRESH) return Promise.resolve(Response.json(answer))
  const error = { message: `Incorrect API key provided: ${key}`, code: 'invalid_api_key' }
  return Promise.resolve(Response.json({ error }, { status: 401 }))
}

beforeAll(async () => {
  stand = await openServerHarness({ upstream, channelKeys: { WEIR_CHANNEL_ONE: 'sk-outside-0123456789' } })
  admin = await stand.member(Role.admin)
})

afterAll(() => stand.close())

beforeEach(async () => {
  requests.length = 0
  const body = { type: 1, name: 'probed', key: STORED, models: 'gpt-3.5-turbo,gpt-4o', base_url: 'https://upstream.test' }
  await stand.call('POST', '/api/channel/', { cookie: admin.cookie, body })
  id = (await stand.store.channels.list({ offset: 0, limit: 1 }))[0]?.id ?? 0
})

const get = (path: string) => stand.call('GET', path, { cookie: admin.cookie, headers: english })
const post = (body: object) => stand.call('POST', `/api/channel/test/${id}/`, { cookie: admin.cookie, headers: english, body })
const outcomesOf = (answer: Answer) => answer.json?.['data'] as readonly TestOutcome[]
const channel = async () => (await get(`/api/channel/${id}`)).json?.['data'] as ChannelObject

interface Probes {
  readonly model: string
  readonly probes: readonly { readonly probe: string; readonly is_applicable: boolean; readonly last: TestOutcome | null }[]
}
const probesOf = async (model: string) => (await get(`/api/channel/test/${id}/probes?model=${model}`)).json?.['data'] as Probes

describe('GET /api/channel/test/:id/', () => {
  it('without a probe answers as it always did, with the reason beside it, and the list tells how it ended', async () => {
    const { json } = await get(`/api/channel/test/${id}/`)
    const told = { success: false, message: 'Incorrect API key provided: ***', time: 0, modelName: 'gpt-3.5-turbo' }
    expect(json).toEqual({ ...told, reason: 'bad-credential' })
    const { json: list } = await get('/api/channel/?p=0')
    const row = (list?.['data'] as readonly ChannelObject[] | undefined)?.[0]
    expect(row).toMatchObject({ id, response_time: 0, last_test: { success: false, reason: 'bad-credential', model: 'gpt-3.5-turbo' } })
    expect(row?.last_test?.message).toBe('Incorrect API key provided: ***')
    expect(row?.test_time).toBeGreaterThan(0)
  })

  it('with a probe runs that one', async () => {
    const answer = await get(`/api/channel/test/${id}/?probe=vision`)
    expect(answer.json).toMatchObject({ success: false, modelName: 'gpt-4o', data: [{ probe: 'vision', reason: 'bad-credential' }] })
    expect(String(requests[0]?.body)).toContain('image/png')
    expect((await channel()).last_test).toBeNull()
  })

  it('with all runs what fits the model, one after the other', async () => {
    const answer = await get(`/api/channel/test/${id}/?probe=all&model=gpt-3.5-turbo`)
    expect(outcomesOf(answer).map(({ probe }) => probe)).toEqual(['text', 'stream', 'tools', 'json'])
    expect(requests).toHaveLength(4)
  })

  it('passes only when every probe does, and tells the first that does not', async () => {
    await stand.call('PUT', '/api/channel/', { cookie: admin.cookie, body: { id, key: FRESH } })
    const one = await get(`/api/channel/test/${id}/?model=gpt-4o`)
    expect(one.json).toMatchObject({ success: true, message: 'hello', modelName: 'gpt-4o' })
    expect(one.json?.['time']).toBeLessThan(60)
    const all = await get(`/api/channel/test/${id}/?probe=all&model=gpt-3.5-turbo`)
    expect(outcomesOf(all).map(({ probe, success }) => [probe, success])).toEqual([
      ['text', true],
      ['stream', false],
      ['tools', false],
      ['json', false],
    ])
    expect(all.json).toMatchObject({ success: false, time: 0, modelName: 'gpt-3.5-turbo', message: 'The stream reports no usage' })
  })

  it('does not pass where no probe fits', async () => {
    await stand.call('PUT', '/api/channel/', { cookie: admin.cookie, body: { id, models: 'whisper-1' } })
    const answer = await get(`/api/channel/test/${id}/?probe=all`)
    expect(answer.json).toMatchObject({ success: false, time: 0, data: [] })
    expect(requests).toEqual([])
  })

  it('refuses a probe that does not exist', async () => {
    expect((await get(`/api/channel/test/${id}/?probe=smell`)).json).toMatchObject({ success: false })
    expect(requests).toEqual([])
  })
})

describe('POST /api/channel/test/:id/', () => {
  it('tells a failed probe as an outcome and keeps it for the panel', async () => {
    const answer = await post({ model: 'gpt-4o', probe: 'json' })
    expect(answer.json).toMatchObject({ success: true, data: [{ probe: 'json', model: 'gpt-4o', success: false }] })
    const { model, probes } = await probesOf('gpt-4o')
    expect(model).toBe('gpt-4o')
    expect(probes.find(({ probe }) => probe === 'json')?.last).toMatchObject({ success: false, reason: 'bad-credential' })
    expect(probes.filter((row) => row.is_applicable).map(({ probe }) => probe)).toEqual(['text', 'stream', 'tools', 'json', 'vision'])
    expect(probes.filter((row) => row.last !== null)).toHaveLength(1)
    expect((await probesOf('')).model).toBe('gpt-3.5-turbo')
  })

  it('tries a key before it is saved, at the stored address, and keeps neither key nor outcome', async () => {
    const answer = await post({ probe: 'text', key: `  ${FRESH}\n` })
    expect(outcomesOf(answer)).toMatchObject([{ probe: 'text', success: true, message: 'hello' }])
    expect(requests.map((request) => [request.url, keyOf(request)])).toEqual([['https://upstream.test/v1/chat/completions', FRESH]])
    expect((await stand.store.channels.secretsOf(id))?.key).toBe(STORED)
    expect(await channel()).toMatchObject({ last_test: null, test_time: 0 })
    const root = await stand.member(Role.root)
    const pages = ['/api/audit/', '/api/log/?type=5'].map((path) => stand.call('GET', path, { cookie: root.cookie }))
    for (const { text } of await Promise.all(pages)) expect(text).not.toContain(FRESH)
  })

  it('lets nobody but root try a reference to a key', async () => {
    const refused = await post({ probe: 'text', key: 'env:WEIR_CHANNEL_ONE' })
    expect(refused.json).toMatchObject({ success: false, message: 'Only the super admin may refer to a key with env: or file:' })
    expect(requests).toEqual([])
    const { cookie } = await stand.member(Role.root)
    const allowed = await stand.call('POST', `/api/channel/test/${id}/`, { cookie, body: { probe: 'text', key: 'env:WEIR_CHANNEL_ONE' } })
    expect(allowed.json).toMatchObject({ success: true })
    expect(requests.map(keyOf)).toEqual(['sk-outside-0123456789'])
    expect(allowed.text).not.toContain('sk-outside')
  })

  it('refuses a channel that is not there', async () => {
    const answer = await stand.call('POST', '/api/channel/test/999999/', { cookie: admin.cookie, headers: english, body: {} })
    expect(answer.json).toMatchObject({ success: false })
    expect(requests).toEqual([])
  })
})
