import { describe, expect, it } from 'bun:test'
import type { AlertFigures, ChannelTraffic, WatchedBudget } from '@weir/store/alerts/alert-figures'
import type { StoredAlertRule } from '@weir/store/alerts/alert-rules'
import { createFindAlerts } from './find-alerts.ts'

/** 2026-11-17, 12:00 UTC. */
const NOW = 1_794_916_800
const DAY = 86_400
const TODAY = NOW - DAY / 2

const rule = (over: Partial<StoredAlertRule>): StoredAlertRule => ({
  id: 1,
  name: 'r',
  kind: 'channel-off',
  isEnabled: true,
  threshold: 0,
  windowMinutes: 30,
  scopeId: 0,
  quietFrom: '',
  quietTo: '',
  targetIds: [],
  revision: 1,
  checkedAt: 0,
  ...over,
})

const cell = (channelId: number, over: Partial<ChannelTraffic>): ChannelTraffic => ({
  channelId,
  requests: 1,
  failures: 0,
  quota: 0,
  ...over,
})

const budget = (id: number, over: Partial<WatchedBudget> = {}): WatchedBudget => ({
  id,
  scope: 'group',
  scopeKey: 'vip',
  period: 'day',
  limit: 1000,
  periodStart: TODAY,
  used: 800,
  hasRefused: false,
  ...over,
})

interface Told {
  readonly traffic?: readonly ChannelTraffic[]
  readonly budgets?: readonly WatchedBudget[]
  readonly certificateEnd?: number
  readonly waiting?: { readonly rows: number; readonly since: number }
}

const open = ({ traffic = [], budgets = [], certificateEnd, waiting = { rows: 0, since: 0 } }: Told = {}) => {
  const asked: string[] = []
  const figures: AlertFigures = {
    channels: () => {
      asked.push('channels')
      return Promise.resolve([
        { id: 1, name: 'east', status: 1, balance: 5 },
        { id: 2, name: 'west', status: 2, balance: 1 },
        { id: 3, name: 'north', status: 3, balance: 2 },
        { id: 4, name: 'south', status: 1, balance: undefined },
      ])
    },
    traffic: (from, to) => {
      asked.push(`traffic ${from - NOW} ${to - NOW}`)
      return Promise.resolve(traffic)
    },
    budgets: (since) => {
      asked.push(`budgets ${since - NOW}`)
      return Promise.resolve(budgets)
    },
    waitingLog: () => Promise.resolve(waiting),
    endingTokens: (from, to, most) => {
      asked.push(`tokens ${from - NOW} ${to - NOW} ${most}`)
      return Promise.resolve([{ id: 7, name: 'ci', username: 'alice', expiresAt: NOW + 5 }])
    },
  }
  const find = createFindAlerts({
    figures,
    budgets: { subjects: (list) => Promise.resolve(list.map(({ scopeKey }) => ({ name: `${scopeKey}!` }))) },
    certificate: () => Promise.resolve(certificateEnd === undefined ? undefined : { host: 'weir.example', endsAt: certificateEnd }),
    timeZone: 'UTC',
    nowSeconds: NOW,
  })
  return { asked, find: (over: Partial<StoredAlertRule>) => find(rule(over)) }
}

const north = { subject: 'channel 3', name: 'north' }

describe('rules about channels', () => {
  it('find those that are off by themselves, all or the one that is named', async () => {
    const { find, asked } = open()
    expect(await find({})).toEqual([{ ...north, value: 0 }])
    expect([await find({ scopeId: 3 }), await find({ scopeId: 1 })]).toEqual([[{ ...north, value: 0 }], []])
    expect(asked).toEqual(['channels'])
  })

  it('find a balance below the threshold, not at it, and not of a channel that somebody has switched off', async () => {
    const { find } = open()
    expect(await find({ kind: 'balance-low', threshold: 5 })).toEqual([{ ...north, value: 2 }])
    expect(await find({ kind: 'balance-low', threshold: 2 })).toEqual([])
    expect((await find({ kind: 'balance-low', threshold: 5.1 })).map(({ value }) => value)).toEqual([5, 2])
  })

  it('find a share of errors at the threshold, of ten requests at least', async () => {
    const { find, asked } = open({
      traffic: [cell(1, { requests: 9, failures: 9 }), cell(2, { requests: 10, failures: 2 }), cell(3, { requests: 30, failures: 7 })],
    })
    expect(await find({ kind: 'error-share', threshold: 20 })).toEqual([
      { subject: 'channel 2', name: 'west', value: 20 },
      { ...north, value: 23.3 },
    ])
    expect(await find({ kind: 'error-share', threshold: 20.1 })).toEqual([{ ...north, value: 23.3 }])
    expect(await find({ kind: 'error-share', threshold: 5, scopeId: 1 })).toEqual([])
    expect(asked).toEqual(['traffic -1800 1', 'channels'])
    await find({ kind: 'error-share', threshold: 5, windowMinutes: 60 })
    expect(asked.slice(2)).toEqual(['traffic -3600 1'])
  })

  it('find spending above the threshold, of all together or of one', async () => {
    const { find } = open({ traffic: [cell(1, { quota: 60 }), cell(3, { quota: 41 })] })
    expect(await find({ kind: 'spend-above', threshold: 100 })).toEqual([{ subject: 'all', name: '', value: 101 }])
    expect(await find({ kind: 'spend-above', threshold: 101 })).toEqual([])
    expect(await find({ kind: 'spend-above', threshold: 40, scopeId: 3 })).toEqual([{ ...north, value: 41 }])
    expect(await find({ kind: 'spend-above', threshold: 41, scopeId: 3 })).toEqual([])
    expect(await find({ kind: 'spend-above', threshold: 0, scopeId: 2 })).toEqual([])
  })
})

describe('rules about budgets', () => {
  it('find what has reached the threshold in its running period, or has refused a request', async () => {
    const { find, asked } = open({
      budgets: [
        budget(1),
        budget(2, { used: 799 }),
        budget(3, { periodStart: TODAY - DAY }),
        budget(4, { used: 5, hasRefused: true, scopeKey: 'slow' }),
        budget(5, { used: 1234 }),
        budget(6, { scope: 'planet' }),
        budget(7, { period: 'century' }),
      ],
    })
    expect(await find({ kind: 'budget-reached', threshold: 80 })).toEqual([
      { subject: 'budget 1', name: 'vip!', value: 80 },
      { subject: 'budget 4', name: 'slow!', value: 100 },
      { subject: 'budget 5', name: 'vip!', value: 123.4 },
    ])
    expect((await find({ kind: 'budget-reached', threshold: 80, scopeId: 5 })).map(({ subject }) => subject)).toEqual(['budget 5'])
    expect(asked[0]).toBe(`budgets ${-33 * DAY}`)
  })
})

describe('rules about ends', () => {
  it('find keys from a week after their end to so many days before it', async () => {
    const { find, asked } = open()
    expect(await find({ kind: 'key-expiry', threshold: 3 })).toEqual([{ subject: 'token 7', name: 'ci / alice', value: NOW + 5 }])
    expect(asked).toEqual([`tokens ${-7 * DAY} ${3 * DAY} 200`])
  })

  it('find a certificate whose end is so many days off, or less', async () => {
    const threshold = 14
    const end = NOW + threshold * DAY
    expect(await open({ certificateEnd: end }).find({ kind: 'certificate-expiry', threshold })).toEqual([
      { subject: 'certificate weir.example', name: 'weir.example', value: end },
    ])
    expect(await open({ certificateEnd: end + 1 }).find({ kind: 'certificate-expiry', threshold })).toEqual([])
    expect(await open().find({ kind: 'certificate-expiry', threshold })).toEqual([])
  })
})

describe('rules about the database of the log', () => {
  it('find rows of which the oldest has waited for so many minutes, or longer', async () => {
    const find = (rows: number, since: number) => open({ waiting: { rows, since } }).find({ kind: 'log-waiting', threshold: 5 })
    const found = [{ subject: 'log', name: '2026-11-17T11:55:00Z', value: 7 }]
    expect(await find(7, NOW - 300)).toEqual(found)
    expect(await find(7, NOW - 299)).toEqual([])
    expect(await find(0, 0)).toEqual([])
  })
})
