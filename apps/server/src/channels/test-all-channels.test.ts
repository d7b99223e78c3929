import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import { createChannelSwitch } from './auto-switch.ts'
import { createChannelTests } from './test-channel.ts'
import { chatAnswer, openRelayHarness, refusedKey, type RelayHarness } from '../testing/relay-harness.ts'
import { NO_RUN, createChannelTestRun, type ChannelTestRun, type TestProgress } from './test-all-channels.ts'

let harness: RelayHarness
let run: ChannelTestRun
let published: TestProgress[]
let duringPause: () => Promise<unknown>
let pauses: number
let bugs: unknown[]
let stopping: AbortController

beforeEach(async () => {
  harness = await openRelayHarness()
  const { store, ports, settings, notifyRoot } = harness
  const { channels, logs } = store
  published = []
  pauses = 0
  duringPause = () => Promise.resolve()
  bugs = []
  stopping = new AbortController()
  run = createChannelTestRun({
    channels,
    channelKeys: store.channelKeys,
    ...createChannelTests({ ...store, ports }),
    channelSwitch: createChannelSwitch({ channels, channelKeys: store.channelKeys, logs, notifyRoot, settings }),
    notifyRoot,
    settings,
    shared: { publish: (progress) => void published.push(progress), latest: () => published.at(-1) ?? NO_RUN },
    newRequestId: () => 'r',
    pause: async () => {
      pauses++
      await duringPause()
    },
    stopping: stopping.signal,
    reportBug: (error) => void bugs.push(error),
  })
})

afterEach(() => harness.close())

const runOver = async (scope: 'all' | 'disabled', options: { isScheduled?: boolean } = {}) => {
  expect(run.start(scope, options)).toBe(true)
  await run.idle()
  expect(bugs).toEqual([])
}

const statusOf = async (id: number) => (await harness.store.channels.get(id))?.status
const setStatus = (id: number, status: number) => harness.store.channels.changeStatus(id, ChannelStatus.enabled, status)

describe('a test of all channels', () => {
  it('tests one after the other with a pause between, and shows how far it is', async () => {
    const [first, second] = [await harness.addChannel(), await harness.addChannel()]
    await runOver('all')
    expect(pauses).toBe(1)
    expect(published.map(({ is_running, total, done }) => [is_running, total, done])).toEqual([
      [true, 2, 0],
      [true, 2, 1],
      [true, 2, 2],
      [false, 2, 2],
    ])
    expect(run.progress().results).toMatchObject([
      { id: second, success: true, message: 'gpt-4o-mini', status: ChannelStatus.enabled },
      { id: first, success: true },
    ])
    expect(harness.notices.map(({ text }) => text)).toEqual(['共测试 2 个渠道，2 个通过，0 个未通过'])
  })

  it('keeps how each channel did, a failure with its reason', async () => {
    const id = await harness.addChannel()
    harness.time.tickMs = 5
    harness.upstream = () => refusedKey
    run.start('all')
    await run.idle()
    const channel = await harness.store.channels.get(id)
    expect(channel?.response_time).toBeGreaterThan(0)
    expect(channel?.last_test).toMatchObject({ success: false, reason: 'bad-credential', message: 'Incorrect API key provided: ***' })
    expect(run.progress().results[0]?.outcome).toMatchObject({ success: false, reason: 'bad-credential' })
  })

  it('goes on when a channel is deleted meanwhile', async () => {
    const last = await harness.addChannel()
    const gone = await harness.addChannel()
    await harness.addChannel()
    duringPause = () => harness.store.channels.delete(gone)
    run.start('all')
    await run.idle()
    expect(bugs).toEqual([])
    expect(run.progress().results.map(({ id, success }) => [id, success])).toContainEqual([last, true])
    expect(run.progress().results).toContainEqual(expect.objectContaining({ id: gone, success: false }))
  })

  it('runs once at a time, and again after it ended', async () => {
    await harness.addChannel()
    expect([run.start('all'), run.start('all')]).toEqual([true, false])
    await run.idle()
    expect(run.start('all')).toBe(true)
    await run.idle()
  })

  it('does not begin while another process runs one', () => {
    published.push({ ...NO_RUN, is_running: true })
    expect(run.start('all')).toBe(false)
  })

  it('leaves the way free when it breaks', async () => {
    const { store } = harness
    await harness.addChannel()
    await store.close()
    run.start('all')
    await run.idle()
    expect(bugs).toHaveLength(1)
    expect(run.progress().is_running).toBe(false)
    harness = await openRelayHarness()
  })

  it('looks at the disabled channels alone when asked to', async () => {
    await harness.addChannel()
    const off = await harness.addChannel()
    await setStatus(off, ChannelStatus.disabled)
    await runOver('disabled')
    expect(run.progress().results.map(({ id }) => id)).toEqual([off])
  })

  it('switches a channel off when its key is refused twice, and not for a model it does not have', async () => {
    await harness.configure({ AutomaticDisableChannelEnabled: 'true' })
    const bad = await harness.addChannel({ baseUrl: 'http://bad.test' })
    const without = await harness.addChannel({ baseUrl: 'http://without.test' })
    const notFound = { status: 404, body: { error: { message: 'no such model', code: 'model_not_found' } } }
    harness.upstream = ({ url }) => (url.startsWith('http://bad') ? refusedKey : notFound)
    await runOver('all')
    expect([await statusOf(bad), await statusOf(without)]).toEqual([ChannelStatus.autoDisabled, ChannelStatus.enabled])
    expect(harness.requests.filter(({ url }) => url.startsWith('http://bad'))).toHaveLength(2)
    expect(run.progress().results.find(({ id }) => id === bad)).toMatchObject({ success: false, status: ChannelStatus.autoDisabled })
  })

  it('tests each key of a channel by itself, and switches off the one that is refused alone', async () => {
    await harness.configure({ AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' })
    const id = await harness.addChannel()
    const { channelKeys } = harness.store
    await channelKeys.add(
      id,
      ['sk-bad', 'sk-back', 'sk-by-hand'].map((key) => ({ key, isKeyReference: false })),
    )
    const [first = 0, bad = 0, back = 0, byHand = 0] = (await channelKeys.of(id))?.keys.map((key) => key.id) ?? []
    await channelKeys.disable(id, back, 'bad-credential')
    await channelKeys.switch({ channelId: id, keyId: byHand, to: 'off' })
    harness.upstream = ({ headers }) => (String(headers['authorization']).endsWith('sk-bad') ? refusedKey : chatAnswer('gpt-4o-mini'))
    await runOver('all')
    expect((await channelKeys.of(id))?.keys.map((key) => [key.id, key.status, key.reason])).toEqual([
      [first, 1, ''],
      [bad, 3, 'bad-credential'],
      [back, 1, ''],
      [byHand, 2, ''],
    ])
    expect(await statusOf(id)).toBe(ChannelStatus.enabled)
    expect(run.progress().results).toMatchObject([{ id, success: true, status: ChannelStatus.enabled }])
    expect((await harness.store.channels.get(id))?.last_test).toMatchObject({ success: true })
    expect(harness.requests.filter(({ headers }) => String(headers['authorization']).endsWith('sk-bad'))).toHaveLength(2)
    expect(harness.requests.some(({ headers }) => String(headers['authorization']).endsWith('sk-by-hand'))).toBe(false)
  })

  it('switches a channel on with the keys that pass, and leaves the others off', async () => {
    await harness.configure({ AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' })
    const id = await harness.addChannel()
    const { channelKeys } = harness.store
    await channelKeys.add(id, [{ key: 'sk-good', isKeyReference: false }])
    const [first = 0, good = 0] = (await channelKeys.of(id))?.keys.map((key) => key.id) ?? []
    for (const key of [first, good]) await channelKeys.disable(id, key, 'out-of-credit')
    expect(await statusOf(id)).toBe(ChannelStatus.autoDisabled)
    harness.upstream = ({ headers }) => (String(headers['authorization']).endsWith('sk-good') ? chatAnswer('gpt-4o-mini') : refusedKey)
    await runOver('disabled')
    expect(await statusOf(id)).toBe(ChannelStatus.enabled)
    expect((await channelKeys.of(id))?.keys.map(({ status }) => status)).toEqual([3, 1])
  })

  it('leaves a channel on whose second test passes', async () => {
    await harness.configure({ AutomaticDisableChannelEnabled: 'true' })
    const id = await harness.addChannel()
    harness.upstream = () => (harness.requests.length === 1 ? refusedKey : chatAnswer('well'))
    await runOver('all')
    expect(await statusOf(id)).toBe(ChannelStatus.enabled)
  })

  it('switches a slow channel off when that is allowed, and tells about it when not', async () => {
    const id = await harness.addChannel()
    harness.time.tickMs = 1000
    await harness.configure({ ChannelDisableThreshold: '0.5' })
    await runOver('all', { isScheduled: true })
    expect(await statusOf(id)).toBe(ChannelStatus.enabled)
    expect(harness.notices.map(({ text }) => text)).toEqual([expect.stringContaining('超过阈值 0.5 秒')])
    await harness.configure({ AutomaticDisableChannelEnabled: 'true' })
    await runOver('all', { isScheduled: true })
    expect(await statusOf(id)).toBe(ChannelStatus.autoDisabled)
  })

  it('switches on what the machine switched off, and nothing a person did', async () => {
    await harness.configure({ AutomaticEnableChannelEnabled: 'true' })
    const [byMachine, byPerson] = [await harness.addChannel(), await harness.addChannel()]
    await setStatus(byMachine, ChannelStatus.autoDisabled)
    await setStatus(byPerson, ChannelStatus.disabled)
    await runOver('disabled')
    expect([await statusOf(byMachine), await statusOf(byPerson)]).toEqual([ChannelStatus.enabled, ChannelStatus.disabled])
  })

  it('ends after the channel it is at when the server stops', async () => {
    await harness.addChannel()
    await harness.addChannel()
    harness.upstream = () => {
      stopping.abort()
      return chatAnswer('x')
    }
    await runOver('all')
    expect(run.progress()).toMatchObject({ is_running: false, total: 2, done: 1 })
  })
})
