import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { createSend } from '../../relay/send-upstream.ts'
import { CHANNEL_KEY, UPSTREAM, openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const CHAT = '/v1/chat/completions'
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }

let at: UpstreamHarness
let usual: () => Response

beforeAll(async () => {
  at = await openUpstreamHarness()
  usual = at.reply
})
beforeEach(() => {
  at.sent.length = 0
  at.reply = usual
})
afterAll(() => at.harness.close())

describe('AZ-12 a channel chosen by the caller', () => {
  it('is refused to users in every way of choosing, and nothing is sent', async () => {
    const { channelId, user } = at
    const paths = [
      `${channelId}/v1/models`,
      `${channelId}`,
      `${channelId}/..%2f..`,
      `0${channelId}/v1`,
      '999/v1',
      `${channelId}%2fv1`,
      `%31/v1`,
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const answer = await at.relay(user, `/v1/oneapi/proxy/${path}`, { method, ...(method !== 'GET' && { body: chat }) })
        expect([path, method, [403, 404].includes(answer.status)]).toEqual([path, method, true])
      }
    }
    const { key } = await at.harness.token(user)
    const pinned = await at.relay(user, CHAT, { body: chat, headers: { authorization: `Bearer sk-${key}-${channelId}` } })
    expect(pinned.json).toMatchObject({ error: { code: 'channel_not_allowed' } })
    expect(at.sent).toEqual([])
  })

  it('is not changed by a header or a field that names one', async () => {
    const headers = { 'x-channel-id': '999', 'channel-id': '999', 'x-oneapi-channel': '999', 'specific-channel-id': '999' }
    const answer = await at.relay(at.user, `${CHAT}?channel=999&channel_id=999`, { headers, body: { ...chat, channel_id: 999 } })
    expect(answer.status).toBe(200)
    expect(at.sent.map(({ url }) => url)).toEqual([`${UPSTREAM}/v1/chat/completions`])
  })

  it('of another group is refused to administrators as well', async () => {
    const fields = { type: 43, name: 'vip', key: 'sk-vip', base_url: 'http://vip.test', models: 'm', group: 'vip' }
    await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body: fields })
    const [vip] = await at.harness.store.channels.list({ offset: 0, limit: 1 })
    const answer = await at.relay(at.admin, `/v1/oneapi/proxy/${vip?.id}/v1/models`, { method: 'GET' })
    expect([vip?.name, answer.status, at.sent.length]).toEqual(['vip', 400, 0])
  })

  it('is not asked by a method that is not passed on, and the refusal names both', async () => {
    const answer = await at.relay(at.admin, `/v1/oneapi/proxy/${at.channelId}/v1/models`, { method: 'PROPFIND' })
    expect([answer.status, at.sent.length]).toEqual([404, 0])
    expect(JSON.stringify(answer.json)).toContain('PROPFIND /v1/oneapi/proxy')
  })

  it('is charged and logged when an administrator calls it', async () => {
    const before = await at.quotaOf(at.admin)
    const answer = await at.relay(at.admin, `/v1/oneapi/proxy/${at.channelId}/v1/chat/completions`, { body: chat })
    expect([answer.status, at.sent.length]).toEqual([200, 1])
    expect(await at.quotaOf(at.admin)).toBeLessThan(before)
    const logs = await at.harness.call('GET', '/api/log/self/', { cookie: at.admin.cookie })
    expect(logs.json?.['data']).toMatchObject([{ model_name: 'gpt-4o-mini', channel: at.channelId }])
  })
})

describe('SF-08 the path behind a channel', () => {
  const through = (path: string) => at.relay(at.admin, `/v1/oneapi/proxy/${at.channelId}${path}`, { method: 'GET' })

  it('stays below its address, whatever it is made of', async () => {
    for (const path of [
      '//evil.test/x',
      '/\\evil.test',
      '/@evil.test/',
      '/:80@evil.test',
      '/a?b=http://evil.test',
      '/%0d%0ahost:evil.test',
      '/a%23b',
    ]) {
      expect([path, (await through(path)).status]).toEqual([path, 200])
      const { origin, pathname } = new URL(at.sent.at(-1)?.url ?? '')
      expect([path, origin, pathname.startsWith('/base/')]).toEqual([path, 'http://upstream.test', true])
    }
  })

  it('is refused when a server might climb up by it', async () => {
    for (const path of ['/..%2f', '/a/..%2f..%2fadmin', '/%2e%2e%2fadmin', '/a%5c..%5cadmin', '/..%5C', '/.%2e%2fx', '/.%2fx']) {
      expect([path, (await through(path)).status]).toEqual([path, 400])
    }
    expect(at.sent).toEqual([])
  })
})

describe('SF-07 an address chosen by the caller', () => {
  it('is taken for a field like any other: upstream and its key stay the same', async () => {
    const evil = 'http://evil.test'
    const fields = {
      api_base: evil,
      base_url: evil,
      api_key: 'x',
      proxy: evil,
      metadata: { base_url: evil, api_base: evil },
      extra_body: { base_url: evil },
    }
    const headers = {
      'x-base-url': evil,
      'x-portkey-custom-host': evil,
      'x-portkey-config': '{}',
      'x-forwarded-host': 'evil.test',
      'x-original-url': evil,
      forwarded: 'host=evil.test',
      'proxy-authorization': 'Basic eA==',
      cookie: 'a=b',
      'openai-organization': 'theirs',
    }
    const answer = await at.relay(at.user, `${CHAT}?base_url=${evil}`, { headers, body: { ...chat, ...fields } })
    expect(answer.status).toBe(200)
    const [request] = at.sent
    expect(request?.url).toBe(`${UPSTREAM}/v1/chat/completions`)
    expect(request?.headers['authorization']).toBe(`Bearer ${CHANNEL_KEY}`)
    expect(JSON.stringify(request?.headers)).not.toMatch(/evil|a=b|theirs|eA==/)
  })

  it('is no model either', async () => {
    for (const model of ['http://evil.test/v1', '//evil.test', 'gpt-4o-mini@evil.test', '../gpt-4o-mini', 'gpt-4o-mini?x=']) {
      expect([model, (await at.relay(at.user, CHAT, { body: { ...chat, model } })).status]).toEqual([model, 503])
    }
    expect(at.sent).toEqual([])
  })
})

describe('IN-16 a channel that was written past the rules', () => {
  it('sends no header of its own making', async () => {
    const forced = {
      type: 1,
      name: 'forced',
      weight: 0,
      priority: 0,
      other: '',
      group: 'default',
      modelMapping: '',
      config: '',
      systemPrompt: '',
    }
    const simulate = () => {
      throw new Error('nothing is made up here')
    }
    const send = createSend({ addressesOf: () => ['127.0.0.1'], proxy: '', simulate })
    const { signal } = new AbortController()
    for (const [index, key] of ['a\r\nx-evil: 1', 'a\nx-evil: 1', 'a\0b', 'ключ'].entries()) {
      const models = `forced-${index}`
      await at.harness.store.channels.createMany([{ ...forced, baseUrl: UPSTREAM, models, key }])
      await at.relay(at.user, CHAT, { body: { ...chat, model: models } })
      const request = at.sent.at(-1)
      if (request === undefined) throw new Error('nothing was sent')
      await expect(Promise.resolve().then(() => send(request, signal))).rejects.toThrow('cannot be sent')
    }
  })
})

describe('SF-12 a picture', () => {
  /** A PNG whose head promises 60 000 by 60 000 points, and nothing after it. */
  const huge = Buffer.from('89504e470d0a1a0a0000000d49484452' + '0000ea600000ea60' + '0806000000', 'hex').toString('base64')

  it('is neither fetched nor unfolded here, but passed on as it is', async () => {
    for (const url of [`data:image/png;base64,${huge}`, 'http://169.254.169.254/latest/meta-data/', 'http://endless.test/picture']) {
      at.sent.length = 0
      const content = [{ type: 'image_url', image_url: { url } }]
      expect((await at.relay(at.user, CHAT, { body: { ...chat, messages: [{ role: 'user', content }] } })).status).toBe(200)
      expect(at.sent.map((request) => request.url)).toEqual([`${UPSTREAM}/v1/chat/completions`])
      expect(String(at.sent[0]?.body)).toContain(url)
    }
  })
})

describe('what upstream says', () => {
  const hostile = {
    'set-cookie': 'session=stolen',
    location: 'http://evil.test',
    'clear-site-data': '"*"',
    'access-control-allow-origin': 'http://evil.test',
    'access-control-allow-credentials': 'true',
    'strict-transport-security': 'max-age=1',
    'content-security-policy': 'default-src *',
    'content-disposition': 'attachment; filename=x.exe',
    refresh: '0;url=http://evil.test',
    link: '<http://evil.test>; rel=preload',
    server: 'upstream',
  }
  const kept =
    /^(content-type|x-(oneapi-)?request-id|x-content-type-options|access-control-(allow-origin|expose-headers)|cache-control|x-accel-buffering)$/

  it('WB-08 reaches the caller without its headers, as a type that no browser runs', async () => {
    const page = '<script>alert(1)</script>'
    const replies: readonly (readonly [string, string, string, object])[] = [
      ['text/html', '/v1/audio/speech', page, { model: 'tts-1', input: 'x', voice: 'alloy' }],
      ['image/svg+xml', '/v1/audio/speech', page, { model: 'tts-1', input: 'x', voice: 'alloy' }],
      ['text/html; charset=utf-8', `/v1/oneapi/proxy/${at.channelId}/x`, page, {}],
      ['application/xhtml+xml', `/v1/oneapi/proxy/${at.channelId}/x`, page, {}],
      ['text/html', CHAT, JSON.stringify(await usual().json()), chat],
    ]
    for (const [type, path, body, call] of replies) {
      at.reply = () => new Response(body, { headers: { ...hostile, 'content-type': type } })
      const { headers, cookies } = await at.relay(at.admin, path, { body: call })
      expect([type, path, cookies]).toEqual([type, path, []])
      expect([...headers.keys()].filter((name) => !kept.test(name))).toEqual([])
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-type')).toMatch(/^application\/(octet-stream|json)/)
    }
  })

  it('WB-07 in a stream loses event names, ids, waiting times, comments and lone line ends', async () => {
    const data = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
    const raw = data('four').replace('four', 'four\r\revent: evil\rdata: five')
    const frames = [
      `event: evil\ndata: ${data('one')}\n\n`,
      ': <script>alert(1)</script>\n\n',
      `id: 7\ndata: ${data('two')}\nretry: 1\n\n`,
      'retry: 99999999\n\n',
      `data: ${data('three')}\r\n\r\n`,
      `data: ${raw}\n\n`,
      `data: ${data('six')}\n\n`,
      'data: [DONE]\n\n',
    ]
    at.reply = () => new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
    const { text } = await at.relay(at.user, CHAT, { body: { ...chat, stream: true } })
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '' && line !== ':')
    expect(lines).toEqual([
      ...['one', 'two', 'three', 'four  event: evil data: five', 'six'].map((content) => `data: ${data(content)}`),
      'data: [DONE]',
    ])
    expect(text).not.toContain('\r')
  })

  it('WB-07 in a stream stays a stream of events, with markup as text inside its data', async () => {
    const markup = '<script>alert(1)</script>'
    const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
    const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
    at.reply = () => new Response(chunk(`${markup}\r\revent: x`) + end, { headers: { ...hostile, 'content-type': 'text/event-stream' } })
    const answer = await at.relay(at.user, CHAT, { body: { ...chat, stream: true } })
    expect([answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      'text/event-stream; charset=utf-8',
      'nosniff',
    ])
    const lines = answer.text.split(/\r\n|\r|\n/).filter((line) => line !== '')
    expect(lines.every((line) => line.startsWith('data: '))).toBe(true)
    expect(JSON.parse(lines[0]?.slice('data: '.length) ?? '')).toMatchObject({ choices: [{ delta: { content: `${markup}\r\revent: x` } }] })
  })
})
