import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import { Role } from '@weir/contract/user'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { CHANNEL_KEY, openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const SECRET = 'Basic gateway-secret-0123456789'
const english = { 'accept-language': 'en' }

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
})
afterAll(() => at.harness.close())
beforeEach(() => void (at.sent.length = 0))

const call = (method: string, path: string, body?: object) =>
  at.harness.call(method, path, { cookie: at.admin.cookie, headers: english, ...(body && { body }) })
const edit = async (fields: object) => (await call('PUT', '/api/channel/', { id: at.channelId, ...fields })).json
const shown = async () => (await call('GET', `/api/channel/${at.channelId}`)).json?.['data'] as ChannelObject
const stored = async () => (await at.harness.store.channels.secretsOf(at.channelId))?.secretOverrides
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }
const ask = (over: object = {}, path = '/v1/chat/completions') => at.relay(at.user, path, { body: { ...chat, ...over } })
const last = (): UpstreamRequest => {
  const request = at.sent.at(-1)
  if (request === undefined) throw new Error('nothing was sent')
  return request
}

describe('the headers that a channel sets', () => {
  const headers = JSON.stringify({ Authorization: SECRET, 'X-Team': 'blue', 'x-own-key': '{api_key}' })

  it('go with a chat, a stream, a test, a list of models and a balance, over those of the provider', async () => {
    expect(await edit({ header_override: headers })).toMatchObject({ success: true })
    const key = at.sent.length
    await ask()
    const sent = last().headers
    expect([key, sent['authorization'], sent['x-team']]).toEqual([0, SECRET, 'blue'])
    expect(Object.keys(sent).filter((name) => name.toLowerCase() === 'authorization')).toHaveLength(1)
    expect(sent['x-own-key']).toBe(CHANNEL_KEY)
    const asks = [
      () => ask({ stream: true }),
      () => at.relay(at.user, '/v1/audio/speech', { body: { model: 'tts-1', input: 'a', voice: 'alloy' } }),
      () => call('GET', `/api/channel/test/${at.channelId}/`),
      () => call('GET', `/api/channel/fetch_models/${at.channelId}`),
      () => call('GET', `/api/channel/update_balance/${at.channelId}/`),
    ]
    for (const each of asks) {
      at.sent.length = 0
      await each()
      expect(at.sent.map((request) => [request.headers['authorization'], request.headers['x-team']])).toContainEqual([SECRET, 'blue'])
    }
  })

  it('have a secret that is sealed, shown nowhere, kept when it comes back masked, and copied', async () => {
    await edit({ header_override: headers })
    const masked = '{"Authorization":"***","X-Team":"blue","x-own-key":"{api_key}"}'
    expect((await shown()).header_override).toBe(masked)
    expect((await stored())?.headers).toEqual({ authorization: SECRET })
    const told = [
      await call('GET', '/api/channel/?p=0'),
      await at.harness.call('GET', '/api/audit/?p=0', { cookie: (await at.harness.member(Role.root)).cookie }),
      await call('GET', '/api/channel/search?keyword='),
    ]
    for (const { text } of told) expect(text).not.toContain('gateway-secret')
    expect(told[1]?.text).toContain('header_override')
    expect(await edit({ header_override: masked, priority: 2 })).toMatchObject({ success: true, data: { header_override: masked } })
    expect(await edit({ priority: 0 })).toMatchObject({ success: true })
    expect((await stored())?.headers).toEqual({ authorization: SECRET })
    const { json } = await call('POST', `/api/channel/copy/${at.channelId}`)
    const copy = Number((json?.['data'] as { readonly id: number } | undefined)?.id)
    expect((await at.harness.store.channels.target(copy))?.channel.headerOverrides).toEqual({
      authorization: SECRET,
      'x-team': 'blue',
      'x-own-key': '{api_key}',
    })
    await call('DELETE', `/api/channel/${copy}/`)
    await edit({ header_override: '' })
    expect([(await stored())?.headers, (await shown()).header_override]).toEqual([{}, ''])
  })

  it('have a secret that does not follow the channel to another address', async () => {
    await edit({ header_override: headers })
    const message =
      'Enter header_override.Authorization again: *** stands for a stored value, and none is stored here or it belongs to another address'
    const elsewhere = { base_url: 'https://elsewhere.example', key: 'sk-new' }
    expect(await edit(elsewhere)).toMatchObject({ success: false, message })
    const draft = { id: at.channelId, type: 1, ...elsewhere, header_override: (await shown()).header_override }
    expect((await call('POST', '/api/channel/fetch_models', draft)).json).toMatchObject({ success: false, message })
    at.sent.length = 0
    expect((await call('POST', '/api/channel/fetch_models', { ...draft, header_override: '{"x-team":"red"}' })).json).toBeDefined()
    expect([last().headers['x-team'], JSON.stringify(last()).includes('gateway-secret')]).toEqual(['red', false])
    const fresh = { header_override: '{"x-other-key":"***"}' }
    expect(await edit(fresh)).toMatchObject({ success: false, message: message.replace('Authorization', 'x-other-key') })
    await edit({ header_override: '' })
  })

  it('are refused with the name of the one that cannot be set', async () => {
    expect(await edit({ header_override: '{"Host":"a"}' })).toMatchObject({
      success: false,
      message: 'Invalid parameter: header_override, must not set the header "Host": it follows from the connection and the body',
    })
  })

  it('are taken out of what a failing upstream says', async () => {
    await edit({ header_override: headers })
    at.reply = () => Response.json({ error: { message: `bad header ${SECRET}` } }, { status: 400 })
    const answer = await ask()
    expect([answer.status, answer.text.includes('gateway-secret'), answer.text.includes('bad header')]).toEqual([400, false, true])
    const [row] = await at.harness.store.logs.list({}, { offset: 0, limit: 1 })
    expect(row?.detail).toContain('"said":"bad header ***"')
  })
})

describe('the fields that a channel lays over a body', () => {
  beforeAll(() => {
    at.reply = () => Response.json({ choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }] })
  })
  const bodyOf = ({ body }: UpstreamRequest): unknown => JSON.parse(String(body))

  it('go upstream in a chat and a test, and a wrong one is refused with its name', async () => {
    const fields = '{"temperature":0.5,"top_p":null}'
    expect(await edit({ param_override: fields, header_override: '' })).toMatchObject({ success: true, data: { param_override: fields } })
    await ask({ temperature: 1, top_p: 0.1 })
    expect(bodyOf(last())).toEqual({ ...chat, temperature: 0.5 })
    await call('GET', `/api/channel/test/${at.channelId}/`)
    expect(bodyOf(last())).toMatchObject({ temperature: 0.5 })
    expect(await edit({ param_override: '{"stream_options":{}}' })).toMatchObject({
      success: false,
      message: 'Invalid parameter: param_override, must not set "stream_options": how the answer is read or what it costs depends on it',
    })
    expect(await edit({ param_override: '{"model":"gpt-4o"}' })).toMatchObject({
      message: 'Invalid parameter: param_override, must not set model; use the model mapping',
    })
  })

  it('decide how many pictures are charged', async () => {
    at.reply = () => {
      const { n = 1 } = JSON.parse(String(last().body)) as { n?: number }
      return Response.json({ data: Array.from({ length: n }, () => ({ url: 'https://a.example/1' })) })
    }
    const draw = async (fields: object) => {
      await edit({ param_override: JSON.stringify(fields) })
      const before = await at.quotaOf(at.user)
      await at.relay(at.user, '/v1/images/generations', { body: { model: 'dall-e-2', prompt: 'a cat' } })
      return before - (await at.quotaOf(at.user))
    }
    const one = await draw({})
    expect([one > 0, await draw({ n: 3 })]).toEqual([true, 3 * one])
    const before = at.sent.length
    expect([await draw({ n: 50 }), at.sent.length]).toEqual([0, before])
    await edit({ param_override: '' })
  })
})

describe('the proxy of a channel', () => {
  const settingOf = (proxy: string): string => JSON.stringify({ proxy })
  const whole = 'socks5://ann:pass-0123456789@proxy.example:1080'
  const masked = 'socks5://ann:***@proxy.example:1080'

  beforeAll(async () => {
    at.reply = () => Response.json({ choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }] })
    expect(await edit({ base_url: 'https://upstream.test', key: CHANNEL_KEY, header_override: '' })).toMatchObject({ success: true })
  })

  it('carries everything the channel asks; its password is sealed, shown nowhere and kept when it comes back masked', async () => {
    expect(await edit({ setting: settingOf(whole) })).toMatchObject({ success: true, data: { setting: settingOf(masked) } })
    expect(await stored()).toEqual({ headers: {}, proxyPassword: 'pass-0123456789' })
    const asks = [
      () => ask(),
      () => ask({ stream: true }),
      () => call('GET', `/api/channel/test/${at.channelId}/`),
      () => call('GET', `/api/channel/fetch_models/${at.channelId}`),
      () => call('GET', `/api/channel/update_balance/${at.channelId}/`),
    ]
    for (const each of asks) {
      at.sent.length = 0
      await each()
      expect([...new Set(at.sent.map(({ proxy }) => proxy))]).toEqual([whole])
    }
    expect(await edit({ setting: settingOf(masked), priority: 1 })).toMatchObject({ success: true })
    expect(await edit({ priority: 0 })).toMatchObject({ success: true })
    await ask()
    expect(last().proxy).toBe(whole)
    for (const path of ['/api/channel/?p=0', `/api/channel/${at.channelId}`])
      expect((await call('GET', path)).text).not.toContain('pass-0123')
  })

  it('has a password that goes to no other proxy', async () => {
    await edit({ setting: settingOf(whole) })
    const message = 'Enter setting.proxy again: *** stands for a stored value, and none is stored here or it belongs to another address'
    const elsewhere = settingOf(masked.replace('proxy.example', 'evil.example'))
    expect(await edit({ setting: elsewhere })).toMatchObject({ success: false, message })
    const draft = { id: at.channelId, type: 1, base_url: 'https://upstream.test', setting: elsewhere }
    expect((await call('POST', '/api/channel/fetch_models', draft)).json).toMatchObject({ success: false, message })
    expect(await edit({ setting: settingOf('ftp://proxy.example') })).toMatchObject({
      success: false,
      message:
        'Invalid parameter: setting, must have the address of a proxy, such as http://proxy.example:3128 or socks5://user:password@proxy.example:1080',
    })
    expect(await edit({ setting: '' })).toMatchObject({ success: true, data: { setting: '' } })
    await ask()
    expect([last().proxy, await stored()]).toEqual([undefined, { headers: {}, proxyPassword: '' }])
  })

  it('is not given a stored key to read where nothing is encrypted', async () => {
    await edit({ base_url: 'http://upstream.test', key: CHANNEL_KEY })
    expect(await edit({ setting: settingOf('http://evil.example:1') })).toMatchObject({ success: false })
    const draft = { id: at.channelId, type: 1, base_url: 'http://upstream.test', setting: settingOf('http://evil.example:1') }
    at.sent.length = 0
    expect((await call('POST', '/api/channel/fetch_models', draft)).json).toMatchObject({ success: false })
    expect(at.sent).toEqual([])
    expect(await edit({ setting: settingOf('http://p.example:1'), key: CHANNEL_KEY })).toMatchObject({ success: true })
  })
})
