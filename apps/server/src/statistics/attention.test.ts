import { expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import type { UserObject } from '@weir/contract/user'
import { settingsFrom } from '../settings/settings.ts'
import { attentionFor, type Watched } from './attention.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const END = 100 * DAY

const channel = (id: number, fields: Partial<ChannelObject> = {}): ChannelObject => ({
  id,
  type: 1,
  key: '',
  status: 1,
  name: `c${id}`,
  weight: 0,
  created_time: 0,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  models: '',
  group: 'default',
  tag: '',
  used_quota: 0,
  model_mapping: '',
  priority: 0,
  config: '',
  system_prompt: '',
  header_override: '',
  param_override: '',
  setting: '',
  cost: '',
  last_test: null,
  ...fields,
})

const user: UserObject = {
  id: 7,
  username: 'ada',
  password: '',
  display_name: 'Ada',
  role: 10,
  status: 1,
  email: '',
  github_id: '',
  wechat_id: '',
  lark_id: '',
  oidc_id: '',
  verification_code: '',
  access_token: '',
  quota: 1_000_000,
  used_quota: 0,
  request_count: 0,
  group: 'default',
  aff_code: '',
  inviter_id: 0,
}

const settings = settingsFrom(new Map([['QuotaRemindThreshold', '1000']]))

const seen = (watched: Partial<Watched>) =>
  attentionFor({ user, tokens: [], isAdmin: true, channels: [], cells: [], period: { end: END, step: HOUR }, ...watched }, settings)

const cell = (channelId: number, time: number, figures: { readonly requests: number; readonly failures: number }) => ({
  channelId,
  time,
  medianMs: 5,
  ...figures,
})

const failedTest: NonNullable<ChannelObject['last_test']> = {
  probe: 'text',
  model: 'm',
  success: false,
  reason: 'unreachable',
  message: '',
  response_time: 3,
  test_time: 9,
}

it('an installation without a channel, or with none that is on, is not well', () => {
  const none = { kind: 'no-channel', id: 0, name: '', value: 0 } as const
  expect(seen({})).toEqual([none])
  expect(seen({ channels: [channel(1, { status: 2 })] })).toEqual([none])
  expect(seen({ channels: [channel(1)] })).toEqual([])
})

it('whoever is no administrator hears nothing of channels', () => {
  expect(seen({ isAdmin: false })).toEqual([])
})

it('a channel that fails half of what it was asked for in the last day is named, the worst first', () => {
  const channels = [channel(1), channel(2), channel(3), channel(4, { status: 2 })]
  const cells = [
    cell(1, END - 2 * HOUR, { requests: 4, failures: 1 }),
    cell(1, END - HOUR, { requests: 4, failures: 3 }),
    cell(2, END - HOUR, { requests: 3, failures: 3 }),
    cell(3, END - HOUR, { requests: 100, failures: 49 }),
    cell(4, END - HOUR, { requests: 5, failures: 5 }),
  ]
  expect(seen({ channels, cells })).toEqual([
    { kind: 'channel-failing', id: 2, name: 'c2', value: 1 },
    { kind: 'channel-failing', id: 1, name: 'c1', value: 0.5 },
  ])
})

it('what failed before the last day is over, and a day that reaches into it counts whole', () => {
  const failing = { requests: 2, failures: 2 }
  const channels = [channel(1)]
  expect(seen({ channels, cells: [cell(1, END - DAY - HOUR, failing)] })).toEqual([])
  const period = { end: END + HOUR, step: DAY }
  expect(seen({ channels, period, cells: [cell(1, END - DAY, failing)] })).toHaveLength(1)
  expect(seen({ channels, period, cells: [cell(1, END - 2 * DAY, failing)] })).toEqual([])
})

it('a failed test and a channel that was switched off are named once each, behind what fails now', () => {
  const channels = [
    channel(1, { last_test: failedTest }),
    channel(2, { status: 3, last_test: failedTest }),
    channel(3, { last_test: failedTest }),
  ]
  const found = seen({ channels, cells: [cell(3, END - HOUR, { requests: 1, failures: 1 })] })
  expect(found.map(({ kind, id }) => [kind, id])).toEqual([
    ['channel-failing', 3],
    ['channel-auto-disabled', 2],
    ['channel-test-failed', 1],
  ])
})

it('a model without a price comes last', () => {
  const found = seen({ user: { ...user, quota: 5 }, channels: [channel(1, { models: 'no-such-model-of-any-price' })] })
  expect(found.map(({ kind, name }) => [kind, name])).toEqual([
    ['low-balance', 'ada'],
    ['model-without-price', 'no-such-model-of-any-price'],
  ])
})
