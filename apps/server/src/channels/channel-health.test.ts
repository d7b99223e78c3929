import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import { LogType } from '@weir/contract/log'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { createChannelHealth, type ChannelHealth } from './channel-health.ts'
import { createChannelSwitch, type ChannelSwitch } from './auto-switch.ts'
import { soleWorker, type ReceivedMessage, type WorkerMessage } from '../cluster/worker-messages.ts'

let harness: RelayHarness
let channelSwitch: ChannelSwitch
let health: ChannelHealth
let channelId: number
let published: WorkerMessage[]
let receive: (message: ReceivedMessage) => void

beforeEach(async () => {
  harness = await openRelayHarness()
  const { store, settings, notifyRoot } = harness
  channelSwitch = createChannelSwitch({ channels: store.channels, channelKeys: store.channelKeys, logs: store.logs, notifyRoot, settings })
  const reportBug = (error: unknown) => {
    throw error
  }
  published = []
  const link = {
    ...soleWorker,
    publish: (message: WorkerMessage) => void published.push(message),
    subscribe: (listener: (message: ReceivedMessage) => void) => {
      receive = listener
    },
  }
  health = createChannelHealth({ channelSwitch, settings, clock: () => harness.time.now, reportBug, link })
  channelId = await harness.addChannel()
  await harness.configure({ AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' })
})

afterEach(() => harness.close())

const report = (fault: UpstreamFault | 'none') =>
  health.report({ channelId, model: 'm', fault, ms: 1, blamesKey: fault === 'bad-credential' || fault === 'out-of-credit' })

const status = async () => {
  await health.idle()
  return (await harness.store.channels.get(channelId))?.status
}

const systemRows = () => harness.store.logs.list({ type: LogType.system }, { offset: 0, limit: 10 })

describe('a channel whose key is refused', () => {
  it('is switched off by the second refusal within a minute, with a row in the log and one notice', async () => {
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.enabled)
    harness.time.now += 59_000
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.autoDisabled)
    const [row, ...more] = await systemRows()
    expect(more).toEqual([])
    expect(row).toMatchObject({ channel: channelId, user_id: 0 })
    expect(row?.content).toContain('「first」')
    expect(row?.content).toContain('bad-credential')
    expect(harness.notices.map(({ text }) => text)).toEqual([row?.content ?? ''])
  })

  it('is told about once however many requests saw it', async () => {
    for (let count = 0; count < 9; count++) report('out-of-credit')
    await health.idle()
    expect([(await systemRows()).length, harness.notices.length]).toEqual([1, 1])
  })

  it('is switched off by the second refusal, though the first was seen by another process', async () => {
    receive({ topic: 'key-evidence', channelId, isRefused: true, from: 1 })
    expect(await status()).toBe(ChannelStatus.enabled)
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.autoDisabled)
    expect(published).toEqual([{ topic: 'key-evidence', channelId, isRefused: false }])
  })

  it('stays on when the key worked for another process in between', async () => {
    report('bad-credential')
    receive({ topic: 'key-evidence', channelId, isRefused: false, from: 1 })
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.enabled)
    report('none')
    report('none')
    expect(published.map((message) => message.topic === 'key-evidence' && message.isRefused)).toEqual([true, true, false])
  })

  it('stays on when the refusals are more than a minute apart', async () => {
    report('bad-credential')
    harness.time.now += 60_000
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.enabled)
  })

  it('stays on when the key worked in between', async () => {
    report('bad-credential')
    report('none')
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.enabled)
  })

  it('stays on when the operator has not allowed it', async () => {
    await harness.configure({ AutomaticDisableChannelEnabled: 'false' })
    report('bad-credential')
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.enabled)
  })

  it('is left as a person set it', async () => {
    await harness.store.channels.changeStatus(channelId, ChannelStatus.enabled, ChannelStatus.disabled)
    report('bad-credential')
    report('bad-credential')
    expect(await status()).toBe(ChannelStatus.disabled)
    expect(harness.notices).toEqual([])
  })
})

describe('other faults', () => {
  it('never switch a channel off', async () => {
    const others: readonly UpstreamFault[] = ['bad-request', 'forbidden', 'rate-limited', 'overloaded', 'not-found', 'broken', 'too-slow']
    for (const fault of others) for (let count = 0; count < 5; count++) report(fault)
    expect(await status()).toBe(ChannelStatus.enabled)
  })
})

describe('switching on', () => {
  it('is for channels that the machine switched off, and only when allowed', async () => {
    await harness.store.channels.changeStatus(channelId, ChannelStatus.enabled, ChannelStatus.disabled)
    expect(await channelSwitch.enable(channelId)).toBe(false)
    await harness.store.channels.changeStatus(channelId, ChannelStatus.disabled, ChannelStatus.autoDisabled)
    await harness.configure({ AutomaticEnableChannelEnabled: 'false' })
    expect(await channelSwitch.enable(channelId)).toBe(false)
    await harness.configure({ AutomaticEnableChannelEnabled: 'true' })
    expect(await channelSwitch.enable(channelId)).toBe(true)
    expect(await status()).toBe(ChannelStatus.enabled)
  })
})

describe('one of several keys that is refused', () => {
  const refused = (keyId: number) => health.report({ channelId, keyId, model: 'm', fault: 'bad-credential', ms: 1, blamesKey: true })
  const states = async () => {
    await health.idle()
    return (await harness.store.channelKeys.of(channelId))?.keys.map(({ status: state }) => state)
  }

  it('goes off by itself, and the channel with the last one, each with a row in the log', async () => {
    await harness.store.channelKeys.add(channelId, [{ key: 'sk-second', isKeyReference: false }])
    const second = (await harness.store.channelKeys.of(channelId))?.keys[1]?.id ?? 0
    refused(0)
    refused(second)
    expect(await states()).toEqual([1, 1])
    refused(0)
    expect([await states(), await status()]).toEqual([[3, 1], ChannelStatus.enabled])
    refused(second)
    expect([await states(), await status()]).toEqual([[3, 3], ChannelStatus.autoDisabled])
    expect((await harness.store.channelKeys.of(channelId))?.keys[0]?.reason).toBe('bad-credential')
    const rows = (await systemRows()).map(({ content }) => content)
    expect(rows.some((text) => text.includes('的密钥 #0 已被自动禁用'))).toBe(true)
    expect(rows.some((text) => text.includes('最后一个可用的密钥也失效了'))).toBe(true)
  })
})
