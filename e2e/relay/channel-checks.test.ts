import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test'
import {
  ChannelStatus,
  createChannel,
  deleteChannel,
  editChannel,
  explainRoute,
  getChannel,
  getTestProgress,
  listChannels,
  testChannel,
  testChannels,
  updateBalance,
} from '@weir/contract/channel'
import { LogType, listLogs } from '@weir/contract/log'
import { setOption } from '@weir/contract/site'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, UPSTREAM_KEY, closeStand, openStand, selfOf, type Stand } from '../harness/stand.ts'

const BAD_KEY = 'sk-wrong-key-0123456789'
/** Passes requests on as they are; it speaks no language of its own. */
const FORWARD_ONLY = 43

let stand: Stand
let goodId: number

beforeAll(async () => {
  stand = await openStand()
  goodId = (await stand.root.call(listChannels, { query: { p: 0 } }))[0]?.id ?? 0
})

afterAll(() => closeStand(stand))

const made: number[] = []

afterEach(async () => {
  for (const id of made.splice(0)) await stand.root.call(deleteChannel, { params: { id } })
  await allow('AutomaticDisableChannelEnabled', false)
  await allow('AutomaticEnableChannelEnabled', false)
})

const allow = (key: string, isOn: boolean) => stand.root.call(setOption, { body: { key, value: String(isOn) } })

const addChannel = async (over: Readonly<Record<string, unknown>>): Promise<number> => {
  const body = { type: 1, name: 'other', key: UPSTREAM_KEY, base_url: stand.fake.url, models: 'model-of-its-own', ...over }
  await stand.root.call(createChannel, { body })
  const id = (await stand.root.call(listChannels, { query: { p: 0 } }))[0]?.id ?? 0
  made.push(id)
  return id
}

interface TestReply {
  readonly success: boolean
  readonly message: string
  readonly time: number
  readonly modelName: string
}

const test = async (id: number): Promise<TestReply> =>
  (await (await stand.root.send(testChannel, { params: { id }, query: { model: '' } })).json()) as TestReply

/** The status of a call that only the added channel can serve. */
const callModel = async (): Promise<number> => {
  const { status } = await fetch(`${stand.weir.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'model-of-its-own', messages: [{ role: 'user', content: 'hello' }] }),
  })
  return status
}

const statusOf = async (id: number) => (await stand.root.call(getChannel, { params: { id } })).status

const rows = (type: number) =>
  stand.root.call(listLogs, { query: { p: 0, page_size: 100, type, start_timestamp: 0, end_timestamp: 0, channel: 0 } })

describe('the test of one channel', () => {
  it('goes through the relay, costs nobody anything and leaves a row of its own kind', async () => {
    const before = await selfOf(stand.root)
    const reply = await test(goodId)
    expect(reply).toMatchObject({ success: true, message: 'A weir lets the river pass and knows how much.', modelName: MODEL })
    expect(reply.time).toBeGreaterThan(0)
    const [row] = await rows(LogType.test)
    expect(row).toMatchObject({ type: LogType.test, channel: goodId, model_name: MODEL, quota: 0, user_id: 0 })
    expect((await rows(LogType.all)).some(({ type }) => type === LogType.test)).toBe(false)
    expect((await selfOf(stand.root)).quota).toBe(before.quota)
  })

  it("fails with the provider's reason, without the key", async () => {
    const id = await addChannel({ key: BAD_KEY })
    const reply = await test(id)
    expect(reply).toMatchObject({ success: false, time: 0, message: 'Incorrect API key provided: Bearer ***' })
    expect(await stand.root.call(getChannel, { params: { id } })).toMatchObject({ response_time: 0, status: ChannelStatus.enabled })
  })
})

describe('the test of all channels', () => {
  it('runs in the background, tells how far it is and switches refused keys off when allowed', async () => {
    const bad = await addChannel({ key: BAD_KEY, models: MODEL, priority: -1 })
    await allow('AutomaticDisableChannelEnabled', true)
    await stand.root.call(testChannels, { query: { scope: 'all' } })
    const progress = await eventually('the end of the run', async () => {
      const now = await stand.root.call(getTestProgress, {})
      return now.is_running || now.done === 0 ? undefined : now
    })
    expect(progress).toMatchObject({ total: 2, done: 2 })
    expect(progress.results.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: goodId, success: true, status: ChannelStatus.enabled },
      { id: bad, success: false, status: ChannelStatus.autoDisabled },
    ])
  })
})

describe('a channel whose key is refused to callers', () => {
  it('is switched off after the second time, and switched on again by a test that passes', async () => {
    await allow('AutomaticDisableChannelEnabled', true)
    await allow('AutomaticEnableChannelEnabled', true)
    const id = await addChannel({ key: BAD_KEY })
    expect(await callModel()).toBe(502)
    expect(await statusOf(id)).toBe(ChannelStatus.enabled)
    expect(await callModel()).toBe(502)
    await eventually('the channel to be switched off', async () => ((await statusOf(id)) === ChannelStatus.autoDisabled ? true : undefined))
    expect(await callModel()).toBe(503)
    const [row] = await rows(LogType.system)
    expect(row).toMatchObject({ channel: id, content: expect.stringContaining('bad-credential') })
    await stand.root.call(editChannel, { body: { id, key: UPSTREAM_KEY } })
    await stand.root.call(testChannels, { query: { scope: 'disabled' } })
    await eventually('the channel to be switched on', async () => ((await statusOf(id)) === ChannelStatus.enabled ? true : undefined))
    expect(await callModel()).toBe(200)
  })
})

describe('the balance of a channel', () => {
  it('is refused with the reason when the provider does not tell', async () => {
    const reply = (await (await stand.root.send(updateBalance, { params: { id: goodId } })).json()) as { success: boolean; message: string }
    expect(reply.success).toBe(false)
    expect(reply.message).toContain('The balance could not be queried')
    expect(reply.message).not.toContain(UPSTREAM_KEY)
  })
})

describe('the explanation of a route', () => {
  it('names every channel with its place and reason', async () => {
    const backup = await addChannel({ models: MODEL, priority: -1 })
    const foreign = await addChannel({ models: 'other' })
    const silent = await addChannel({ models: MODEL, type: FORWARD_ONLY })
    const explained = await stand.root.call(explainRoute, { query: { model: MODEL, group: 'default' } })
    expect(explained.map(({ id, order, share, reason }) => [id, order, share, reason])).toEqual([
      [goodId, 1, 1, 'usable'],
      [backup, 2, 0, 'usable'],
      [foreign, 0, 0, 'other-model'],
      [silent, 0, 0, 'unsupported'],
    ])
  })

  it("puts a channel that speaks the caller's wire before the others of its priority", async () => {
    const claude = await addChannel({ models: MODEL, type: 14 })
    const orderFor = async (wire: 'chat' | 'messages') =>
      (await stand.root.call(explainRoute, { query: { model: MODEL, group: 'default', wire } }))
        .filter(({ id }) => id === goodId || id === claude)
        .map(({ id, order, share, own_wire: isOwn }) => [id, order, share, isOwn])
    expect(await orderFor('messages')).toEqual([
      [claude, 1, 1, true],
      [goodId, 2, 0, false],
    ])
    expect(await orderFor('chat')).toEqual([
      [goodId, 1, 0.5, true],
      [claude, 2, 0.5, true],
    ])
  })
})
