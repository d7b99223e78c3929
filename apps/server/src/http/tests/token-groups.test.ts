import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
  const channel = { type: 1, name: 'night', key: 'k', base_url: 'http://night.test', models: 'gpt-4o-mini,night-only', group: 'night' }
  await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body: channel })
})
beforeEach(async () => {
  at.sent.length = 0
  await at.harness.configure({
    GroupRatio: '{"default":1,"night":0.5,"vip":0.1}',
    ModelRatio: '{"gpt-4o-mini":100,"night-only":100}',
    CompletionRatio: '{"gpt-4o-mini":1,"night-only":1}',
    UserUsableGroups: '{"night":"slow but cheap"}',
  })
})
afterAll(() => at.harness.close())

const groupsOf = async () => (await at.harness.call('GET', '/api/user/self/groups', { cookie: at.user.cookie })).json?.['data']

const create = (group?: string) =>
  at.harness.call('POST', '/api/token/', {
    cookie: at.user.cookie,
    headers: { 'accept-language': 'en' },
    body: { name: 'grouped', unlimited_quota: true, ...(group !== undefined && { group }) },
  })

const tokenOf = (answer: Awaited<ReturnType<typeof create>>) =>
  answer.json?.['data'] as { readonly id: number; readonly key: string; readonly group: string }

const ask = async (key: string, model = 'gpt-4o-mini') => {
  const answer = await at.harness.call('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer sk-${key}`, 'accept-language': 'en' },
    body: { model, messages: [{ role: 'user', content: 'hi' }] },
  })
  const error = answer.json?.['error'] as { readonly code?: string; readonly message?: string } | undefined
  return { status: answer.status, code: error?.code, message: error?.message, sentTo: at.sent.at(-1)?.url }
}

describe('the group of a token', () => {
  it('is one of those that are offered, or that of the user', async () => {
    expect(await groupsOf()).toEqual({ default: { ratio: 1, desc: 'default' }, night: { ratio: 0.5, desc: 'slow but cheap' } })
    expect(tokenOf(await create()).group).toBe('')
    expect(tokenOf(await create('night')).group).toBe('night')
    const refused = await create('vip')
    expect([refused.json?.['success'], String(refused.json?.['message'])]).toEqual([false, expect.stringContaining('group')])
  })

  it('serves it by the channels of that group, at its ratio', async () => {
    const [own, chosen] = [tokenOf(await create()), tokenOf(await create('night'))]
    const spent = async (key: string): Promise<number> => {
      const before = await at.quotaOf(at.user)
      expect((await ask(key)).status).toBe(200)
      return before - (await at.quotaOf(at.user))
    }
    // 5 tokens at ratio 100
    expect([await spent(own.key), at.sent.at(-1)?.url.startsWith('http://night.test')]).toEqual([500, false])
    expect([await spent(chosen.key), at.sent.at(-1)?.url.startsWith('http://night.test')]).toEqual([250, true])
    expect([(await ask(own.key, 'night-only')).status, (await ask(chosen.key, 'night-only')).status]).toEqual([503, 200])
  })

  it('ends the token with a clear refusal when it is taken away, until another is chosen', async () => {
    const { id, key } = tokenOf(await create('night'))
    expect((await ask(key)).status).toBe(200)
    await at.harness.configure({ UserUsableGroups: '{}' })
    const refused = await ask(key)
    expect([refused.status, refused.code]).toEqual([403, 'group_not_allowed'])
    expect(refused.message).toContain('The group night of token "grouped" can no longer be chosen')
    const body = { id, name: 'grouped', unlimited_quota: true }
    const kept = await at.harness.call('PUT', '/api/token/', { cookie: at.user.cookie, body })
    expect(tokenOf(kept).group).toBe('night')
    await at.harness.call('PUT', '/api/token/', { cookie: at.user.cookie, body: { ...body, group: '' } })
    expect((await ask(key)).status).toBe(200)
  })

  it('is not offered in a form that is no map of texts', async () => {
    for (const value of ['{"night":1}', '["night"]', '{"":"x"}']) {
      const answer = await at.harness.call('PUT', '/api/option/', {
        cookie: at.admin.cookie,
        headers: { 'accept-language': 'en' },
        body: { key: 'UserUsableGroups', value },
      })
      expect([value, answer.json?.['success']]).toEqual([value, false])
    }
  })
})
