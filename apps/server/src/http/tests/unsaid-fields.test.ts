import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { CHANNEL_KEY, openUpstreamHarness, UPSTREAM, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness
beforeAll(async () => {
  at = await openUpstreamHarness()
  for (const [type, models] of [
    [45, 'grok-2-image'],
    [27, 'speech-02-hd'],
  ]) {
    const body = { type, name: 'Upstream', key: CHANNEL_KEY, base_url: UPSTREAM, models, group: 'default' }
    await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body })
  }
})
afterAll(() => at.harness.close())

const told = async (path: string, body: object) => {
  const answer = await at.relay(at.user, path, { body })
  const log = await at.harness.call('GET', '/api/log/self', { cookie: at.user.cookie })
  const [row] = (log.json?.['data'] ?? []) as readonly { readonly id: number }[]
  const entry = await at.harness.call('GET', `/api/log/entry/${row?.id}`, { cookie: at.user.cookie })
  const shown = entry.json?.['data'] as { readonly dropped: readonly string[] } | undefined
  return [answer.status, answer.headers.get('x-weir-dropped'), shown?.dropped]
}

describe('a reply and its row name as dropped', () => {
  it('what a picture was asked for with and upstream was not told', async () => {
    at.reply = () => Response.json({ created: 1, data: [{ url: 'http://pictures.test/1' }] })
    const asked = { prompt: 'a weir', size: '1024x1024', quality: 'hd', response_format: 'url', n: 1, user: 'u1', provider: 'x' }
    expect(await told('/v1/images/generations', { model: 'grok-2-image', ...asked })).toEqual([
      200,
      'provider, size, quality',
      ['provider', 'size', 'quality'],
    ])
    expect(await told('/v1/images/generations', { model: 'dall-e-2', ...asked })).toEqual([200, 'provider', ['provider']])
  })

  it('what speech was asked for with', async () => {
    at.reply = () => Response.json({ base_resp: { status_code: 0 }, data: { audio: '00ff' } })
    const asked = { model: 'speech-02-hd', input: 'hi', voice: 'alloy', speed: 1 }
    expect(await told('/v1/audio/speech', { ...asked, response_format: 'opus', instructions: 'calm' })).toEqual([
      200,
      'response_format, instructions',
      ['response_format', 'instructions'],
    ])
    expect(await told('/v1/audio/speech', { ...asked, response_format: 'mp3' })).toEqual([200, null, []])
  })
})
