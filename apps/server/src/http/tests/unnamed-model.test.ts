import { afterEach, beforeEach, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness

beforeEach(async () => {
  at = await openUpstreamHarness()
  at.reply = () => Response.json({ results: [{ flagged: false }] })
})
afterEach(() => at.harness.close())

const addChannel = (models: string) =>
  at.harness.call('POST', '/api/channel/', {
    cookie: at.admin.cookie,
    body: { type: 8, name: models, key: 'k', base_url: 'http://upstream.test', models, group: 'default' },
  })

const moderated = async (body: object, headers: Readonly<Record<string, string>> = {}) => {
  at.sent.length = 0
  const { status } = await at.relay(at.user, '/v1/moderations', { body, headers })
  return [status, ...at.sent.map((request) => JSON.parse(String(request.body)) as unknown)]
}

it('is the newest moderation that somebody serves', async () => {
  await addChannel('text-moderation-stable,text-moderation-latest')
  expect(await moderated({ input: 'x' })).toEqual([200, { input: 'x', model: 'text-moderation-stable' }])
  await addChannel('omni-moderation-latest')
  for (const body of [{ input: 'x' }, { input: 'x', model: '' }])
    expect(await moderated(body)).toEqual([200, { input: 'x', model: 'omni-moderation-latest' }])
})

it('is one that the token may use', async () => {
  await addChannel('omni-moderation-latest,text-moderation-latest')
  const { key } = await at.harness.token(at.user, { models: 'text-moderation-latest' })
  expect(await moderated({ input: 'x' }, { authorization: `Bearer sk-${key}` })).toEqual([
    200,
    { input: 'x', model: 'text-moderation-latest' },
  ])
})

it('is named in the refusal when nobody serves any', async () => {
  await addChannel('mistral-moderation-latest')
  const { status, text } = await at.relay(at.user, '/v1/moderations', { body: { input: 'x' } })
  expect([status, text.includes('omni-moderation-latest')]).toEqual([503, true])
})

it('leaves a model that was named alone', async () => {
  await addChannel('text-moderation-stable')
  expect(await moderated({ model: 'omni-moderation-latest', input: 'x' })).toEqual([503])
})
