import { afterAll, beforeAll, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
  await at.harness.configure({ ModelRatio: '{"gpt-4o-mini":100}', CompletionRatio: '{"gpt-4o-mini":1}', GroupRatio: '{"default":2}' })
})
afterAll(() => at.harness.close())

const setCost = (cost: string) =>
  at.harness.call('PUT', '/api/channel/', {
    cookie: at.admin.cookie,
    headers: { 'accept-language': 'en' },
    body: { id: at.channelId, cost },
  })

const ask = () => at.relay(at.user, '/v1/chat/completions', { body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] } })

const read = async (path: string, cookie: string) => (await at.harness.call('GET', path, { cookie })).json?.['data']

it('spend, cost and margin can be told apart by administrators, and by nobody else', async () => {
  // 5 tokens at ratio 100: 1000 units at ratio 2 of the group, and 400 to upstream
  await ask()
  expect((await setCost('0.8')).json?.['success']).toBe(true)
  await ask()
  expect((await setCost('{"gpt-4o-mini":{"input":300,"output":300}}')).json?.['success']).toBe(true)
  await ask()
  expect(await read('/api/log/?p=0&type=2', at.admin.cookie)).toMatchObject([
    { quota: 1000, cost: 750, group: 'default' },
    { quota: 1000, cost: 400, group: 'default' },
    { quota: 1000, cost: null, group: 'default' },
  ])
  expect(await read('/api/log/stat?type=0', at.admin.cookie)).toEqual({ quota: 3000, token: 15, cost: 1150, margin: 850 })
  expect(await read(`/api/log/stat?channel=${at.channelId}`, at.admin.cookie)).toMatchObject({ cost: 1150, margin: 850 })
  expect(await read('/api/log/stat?model_name=other', at.admin.cookie)).toMatchObject({ cost: 0, margin: 0 })
  expect(await read('/api/log/stat?model_name=gpt-4o-mini&channel=9999', at.admin.cookie)).toMatchObject({ cost: 0, margin: 0 })

  const own = JSON.stringify([await read('/api/log/self?p=0', at.user.cookie), await read('/api/log/self/stat', at.user.cookie)])
  expect([own.includes('1000'), own.includes('cost'), own.includes('margin')]).toEqual([true, false, false])
})

it('what is no cost is refused with an example', async () => {
  for (const cost of ['cheap', '-1', '{"gpt-4o-mini":"0.8"}']) {
    const { json } = await setCost(cost)
    expect([json?.['success'], String(json?.['message']).includes('such as {"*":0.8')]).toEqual([false, true])
  }
  expect((await setCost('')).json).toMatchObject({ success: true, data: { cost: '' } })
})
