import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness
beforeAll(async () => {
  at = await openUpstreamHarness()
  const channel = { id: at.channelId, models: 'o1-pro' }
  await at.harness.call('PUT', '/api/channel/', { cookie: at.admin.cookie, body: channel })
})
beforeEach(() => {
  at.sent.length = 0
})
afterAll(() => at.harness.close())

const response = () =>
  Response.json({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'o1-pro',
    output: [
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'hello', annotations: [] }] },
    ],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  })

const chat = () =>
  Response.json({
    choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  })

/** Of a model that is asked on the Responses endpoint first, which has no place for a seed. */
const told = async () => {
  const body = { model: 'o1-pro', seed: 7, max_tokens: 20, messages: [{ role: 'user', content: 'hi' }] }
  const answer = await at.relay(at.user, '/v1/chat/completions', { body })
  const log = await at.harness.call('GET', '/api/log/self', { cookie: at.user.cookie })
  const [row] = (log.json?.['data'] ?? []) as readonly { readonly dropped?: readonly string[] }[]
  return {
    status: answer.status,
    header: answer.headers.get('x-weir-dropped'),
    paths: at.sent.map(({ url }) => new URL(url).pathname),
    row,
  }
}

describe('a reply names as dropped', () => {
  it('what the way left out that was taken', async () => {
    at.reply = response
    expect(await told()).toMatchObject({ status: 200, header: 'seed', paths: ['/base/v1/responses'] })
  })

  it('nothing of the first way where a second one was taken, which left out nothing', async () => {
    at.reply = () =>
      at.sent.at(-1)?.url.endsWith('/responses') === true ? Response.json({ error: { message: 'no' } }, { status: 404 }) : chat()
    expect(await told()).toMatchObject({ status: 200, header: null, paths: ['/base/v1/responses', '/base/v1/chat/completions'] })
    expect(JSON.parse(String(at.sent[1]?.body))).toMatchObject({ seed: 7 })
  })
})
