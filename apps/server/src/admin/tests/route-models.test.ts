import { expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openUpstreamHarness } from '../../testing/upstream-harness.ts'

it('the models that a request would be tried with are told with the settings in force', async () => {
  const { harness, admin } = await openUpstreamHarness()
  const root = await harness.member(Role.root)
  const create = (name: string, models: string) =>
    harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { type: 1, name, key: 'sk-a', models } })
  const set = (key: string, value: string) => harness.call('PUT', '/api/option/', { cookie: root.cookie, body: { key, value } })
  const ask = async (path: string) => (await harness.call('GET', path, { cookie: admin.cookie })).json?.['data'] as readonly object[]
  await create('first', 'explained')
  await create('second', 'stand-in')
  await set('ModelSubstitutes', '{"explained":["stand-in","nowhere"]}')
  await set('EffortSuffixes', 'true')
  expect(await ask('/api/channel/route/models?model=explained-high')).toEqual([
    { model: 'explained', order: 1, role: 'suffix', effort: 'high', state: 'usable' },
    { model: 'stand-in', order: 2, role: 'substitute', state: 'usable' },
    { model: 'nowhere', order: 0, role: 'substitute', state: 'unserved' },
  ])
  expect((await ask('/api/channel/route?model=explained-high'))[0]).toMatchObject({ name: 'first', order: 1, reason: 'usable' })
  await harness.close()
})

it('a route is told with the wire that is spoken, and with the figures of the strategy', async () => {
  const { harness, admin } = await openUpstreamHarness()
  const create = (type: number, name: string) =>
    harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { type, name, key: 'sk-a', models: 'claude-sonnet-4-5' } })
  await create(1, 'chat alone')
  await create(14, 'messages itself')
  await harness.configure({ GroupRouting: '{"default":"cost"}' })
  const ask = async (wire: string) => {
    const { json } = await harness.call('GET', `/api/channel/route?model=claude-sonnet-4-5&wire=${wire}`, { cookie: admin.cookie })
    const rows = json?.['data'] as readonly { name: string; own_wire: boolean; strategy: string; figure: number }[]
    return rows.filter(({ name }) => name !== 'one').map(({ name, own_wire, strategy, figure }) => [name, own_wire, strategy, figure])
  }
  expect(await ask('messages')).toEqual([
    ['messages itself', true, 'cost', 9000],
    ['chat alone', false, 'cost', 9000],
  ])
  expect((await ask('chat')).map(([name, isOwn]) => [name, isOwn]).toSorted()).toEqual([
    ['chat alone', true],
    ['messages itself', true],
  ])
  await harness.close()
})
