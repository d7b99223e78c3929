import { afterEach, describe, expect, it } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import { Refusal, renderRefusal } from '@weir/contract/errors'
import { parseJson } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import type { BalanceLookup, Provider } from '@weir/dialects/model/provider'
import { createBalanceRun } from './refresh-balances.ts'
import { CHANNEL_KEY, openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'
import { createChannelSwitch } from './auto-switch.ts'
import { createUpdateBalance } from './update-balance.ts'

/** Two questions: what was granted, and what of it is used. */
const balance: BalanceLookup = {
  next: (replies, target) => {
    const refused = replies.find(({ status }) => status !== 200)
    if (refused !== undefined) return failedWith('bad-credential', `status ${refused.status} for ${target.key}`)
    const [granted, used] = replies.map(({ body }) => Number(parseJson(body)))
    if (granted !== undefined && used !== undefined) return decoded(granted - used)
    const path = granted === undefined ? 'granted' : 'used'
    return { method: 'GET', url: `${target.baseUrl}/${path}`, headers: { authorization: target.key }, body: '' }
  },
}

const provider: Provider = { id: 'fake', channelType: 1, classify: () => 'broken', balance }

let harness: RelayHarness

afterEach(() => harness.close())

const open = async (own: Provider = provider) => {
  harness = await openRelayHarness({ provider: own })
  const { store, ports, settings, notifyRoot } = harness
  const update = createUpdateBalance({ channels: store.channels, ports })
  const channelSwitch = createChannelSwitch({
    channels: store.channels,
    channelKeys: store.channelKeys,
    logs: store.logs,
    notifyRoot,
    settings,
  })
  let pauses = 0
  const pause = () => {
    pauses++
    return Promise.resolve()
  }
  const reportBug = (error: unknown) => {
    throw error
  }
  const run = createBalanceRun({
    channels: store.channels,
    update,
    channelSwitch,
    pause,
    stopping: new AbortController().signal,
    reportBug,
  })
  const channel = async (id: number) => {
    const found = await store.channels.get(id)
    if (found === undefined) throw new Error('the channel is gone')
    return found
  }
  return { update, run, channel, pauses: () => pauses }
}

describe('the balance of a channel', () => {
  it('is asked for in as many steps as the provider needs, and stored', async () => {
    const { update, channel } = await open()
    harness.upstream = ({ url }) => ({ body: url.endsWith('granted') ? 20 : 7.5 })
    const id = await harness.addChannel()
    expect(await update(await channel(id))).toBe(12.5)
    expect(await channel(id)).toMatchObject({ balance: 12.5, balance_updated_time: 1_700_000_000 })
    expect(harness.requests.map(({ url }) => url)).toEqual(['http://upstream.test/granted', 'http://upstream.test/used'])
  })

  it('is not asked for where the channel was deleted meanwhile', async () => {
    const { update, channel } = await open()
    const id = await harness.addChannel()
    const found = await channel(id)
    await harness.store.channels.delete(id)
    const error: unknown = await update(found).catch((met: unknown) => met)
    expect(error instanceof Refusal && renderRefusal(error, 'en')).toBe(`Channel ${id} does not exist`)
    expect(harness.requests).toEqual([])
  })

  it('fails with the reason, without the key, and leaves what was known', async () => {
    const { update, channel } = await open()
    harness.upstream = () => ({ status: 401, body: {} })
    const id = await harness.addChannel()
    await expect(update(await channel(id))).rejects.toMatchObject({ code: 'balance-failed', params: { reason: 'status 401 for ***' } })
    expect(await channel(id)).toMatchObject({ balance: 0, balance_updated_time: 0 })
  })

  it.each([
    ['the account is closed', 'the account is closed'],
    ['', '上游不允许用这个密钥查询余额'],
  ])('says why no access was given, in the words of upstream where it has some: %p', async (message, reason) => {
    const request = { method: 'GET', url: 'http://token.test', headers: {}, body: '' } as const
    const access = { request: () => request, decode: () => failedWith('bad-credential', message) }
    const { update, channel } = await open({ ...provider, access })
    const id = await harness.addChannel()
    await expect(update(await channel(id))).rejects.toMatchObject({ params: { reason } })
  })

  it('says when the provider cannot be reached', async () => {
    const { update, channel } = await open()
    harness.upstream = () => {
      throw new Error(`connection with ${CHANNEL_KEY} refused`)
    }
    const id = await harness.addChannel()
    await expect(update(await channel(id))).rejects.toMatchObject({ params: { reason: '无法连接上游服务' } })
  })

  it('says in plain words that OpenAI no longer tells it, in the language of the caller', async () => {
    const { update, channel } = await open({ ...provider, balance: { next: () => failedWith('not-found') } })
    const id = await harness.addChannel()
    const reasons = await Promise.all(
      (['zh', 'en'] as const).map(async (language) => {
        const refusal: unknown = await update(await channel(id), language).catch((error: unknown) => error)
        return refusal instanceof Refusal ? renderRefusal(refusal, language) : ''
      }),
    )
    expect(reasons).toEqual([
      '余额查询失败：上游没有查询余额的接口；OpenAI 已不再支持用密钥查询余额',
      'The balance could not be queried: the provider has no such query; OpenAI no longer tells the balance of a key',
    ])
  })

  it('is refused for a provider that does not tell', async () => {
    const { balance: _, ...mute } = provider
    const { update, channel } = await open(mute)
    const id = await harness.addChannel()
    await expect(update(await channel(id))).rejects.toMatchObject({ code: 'balance-unsupported' })
  })
})

describe('refreshing all balances', () => {
  it('goes over the enabled channels and switches the empty ones off when that is allowed', async () => {
    const { run, channel } = await open()
    await harness.configure({ AutomaticDisableChannelEnabled: 'true' })
    const [rich, empty, off] = [
      await harness.addChannel({ name: 'rich', baseUrl: 'http://rich.test' }),
      await harness.addChannel({ name: 'empty', baseUrl: 'http://empty.test' }),
      await harness.addChannel({ name: 'off' }),
    ]
    await harness.store.channels.changeStatus(off, ChannelStatus.enabled, ChannelStatus.disabled)
    harness.upstream = ({ url }) => ({ body: url.startsWith('http://rich') && url.endsWith('granted') ? 5 : 0 })
    expect(run.start()).toBe(true)
    await run.idle()
    expect(await channel(rich)).toMatchObject({ status: ChannelStatus.enabled, balance: 5 })
    expect(await channel(empty)).toMatchObject({ status: ChannelStatus.autoDisabled, balance: 0 })
    expect((await channel(off)).balance_updated_time).toBe(0)
    expect(harness.notices.map(({ text }) => text)).toEqual([expect.stringContaining('余额不足')])
  })

  it('goes on past a channel that fails, and begins only once at a time', async () => {
    const { run, channel } = await open()
    const first = await harness.addChannel({ baseUrl: 'http://fine.test' })
    await harness.addChannel({ baseUrl: 'http://broken.test' })
    harness.upstream = ({ url }) =>
      url.startsWith('http://broken') ? { status: 500, body: {} } : { body: url.endsWith('granted') ? 3 : 0 }
    expect([run.start(), run.start()]).toEqual([true, false])
    await run.idle()
    expect((await channel(first)).balance).toBe(3)
    expect(run.start()).toBe(true)
    await run.idle()
  })
})
