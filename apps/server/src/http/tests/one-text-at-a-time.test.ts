import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { CHANNEL_KEY, openUpstreamHarness, UPSTREAM, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness
beforeAll(async () => {
  at = await openUpstreamHarness()
  const body = { type: 16, name: 'Zhipu', key: CHANNEL_KEY, base_url: UPSTREAM, models: 'embedding-2', group: 'default' }
  await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body })
})
beforeEach(() => {
  at.sent.length = 0
})
afterAll(() => at.harness.close())

/** As upstream does: one text, or a refusal. */
const embed = (): Response => {
  const { input } = JSON.parse(String(at.sent.at(-1)?.body)) as { input: unknown }
  if (typeof input !== 'string') return Response.json({ error: { code: '1210', message: 'input' } }, { status: 400 })
  if (input === 'broken') return Response.json({ error: { code: '500', message: 'no' } }, { status: 500 })
  const data = [{ index: 0, object: 'embedding', embedding: [input.length] }]
  return Response.json({ object: 'list', model: 'embedding-2', data, usage: { prompt_tokens: input.length, total_tokens: input.length } })
}

const ask = async (input: readonly string[]) => {
  at.reply = embed
  const before = await at.quotaOf(at.user)
  const answer = await at.relay(at.user, '/v1/embeddings', { body: { model: 'embedding-2', input } })
  const log = await at.harness.call('GET', '/api/log/self', { cookie: at.user.cookie })
  const rows = (log.json?.['data'] ?? []) as readonly { readonly prompt_tokens: number; readonly quota: number }[]
  return { answer, rows, spent: before - (await at.quotaOf(at.user)) }
}

describe('several texts for a model that takes one at a time', () => {
  it('are several calls, one answer in their order and one charge', async () => {
    const { answer, rows, spent } = await ask(['a', 'bb', 'cccc'])
    expect(answer.json).toEqual({
      object: 'list',
      model: 'embedding-2',
      data: [
        { index: 0, object: 'embedding', embedding: [1] },
        { index: 1, object: 'embedding', embedding: [2] },
        { index: 2, object: 'embedding', embedding: [4] },
      ],
      usage: { prompt_tokens: 7, total_tokens: 7 },
    })
    expect(at.sent.map(({ body }): unknown => JSON.parse(String(body)))).toEqual(
      ['a', 'bb', 'cccc'].map((input) => ({ model: 'embedding-2', input })),
    )
    expect([rows.length, rows[0]?.prompt_tokens, rows[0]?.quota]).toEqual([1, 7, spent])
    expect(spent).toBeGreaterThan(0)
  })

  it('fail together, and cost nothing, where one of them fails', async () => {
    const { answer, spent } = await ask(['a', 'broken', 'cccc'])
    expect([answer.status, spent, at.sent.length]).toEqual([502, 0, 2])
  })
})
