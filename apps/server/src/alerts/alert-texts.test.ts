import { describe, expect, it } from 'bun:test'
import type { AlertKind } from '@weir/contract/alerts/alert-rule'
import { alertMessage, testMessage } from './alert-texts.ts'
import type { MessageContext, ToldAlert } from './message.ts'

const NOW = 1_800_000_000
const context: MessageContext = {
  language: 'en',
  systemName: 'Weir',
  address: 'https://weir.example',
  timeZone: 'Asia/Shanghai',
  nowSeconds: NOW,
  quotaText: (quota) => `$${quota / 500_000}`,
}
const alert: ToldAlert = {
  id: 1,
  subject: 'channel 5',
  subjectName: 'east',
  value: 2.5,
  threshold: 5,
  openedAt: NOW - 720,
  resolvedAt: null,
}

const lines = (kind: AlertKind, over: Partial<ToldAlert> = {}, language: 'zh' | 'en' = 'en') => {
  const rule = { id: 3, name: 'night', kind, windowMinutes: 10 }
  return alertMessage({ event: 'fired', rule, alerts: [{ ...alert, ...over }] }, { ...context, language }).lines
}
const both = (kind: AlertKind, over: Partial<ToldAlert> = {}) => [...lines(kind, over, 'zh'), ...lines(kind, over, 'en')]

describe('the text of an alert', () => {
  it('names subject, value and threshold in both languages', () => {
    expect(both('channel-off')).toEqual(['渠道「east」（5）已被自动禁用。', 'Channel "east" (5) was switched off automatically.'])
    expect(both('error-share', { value: 62.5, threshold: 50 })).toEqual([
      '渠道「east」（5）最近 10 分钟的错误率为 62.5%，阈值为 50%。',
      'Channel "east" (5): 62.5 % of the requests of the last 10 minutes failed; the threshold is 50 %.',
    ])
    expect(both('balance-low')).toEqual(['渠道「east」（5）的余额为 2.5，低于 5。', 'Channel "east" (5): the balance is 2.5, below 5.'])
    expect(both('spend-above', { subject: 'all', subjectName: '', value: 1_500_000, threshold: 1_000_000 })).toEqual([
      '全部渠道最近 10 分钟的消费为 $3，超过 $2。',
      'All channels: $3 were spent in the last 10 minutes, more than $2.',
    ])
    expect(both('budget-reached', { subject: 'budget 4', subjectName: 'ann', value: 81.2, threshold: 80 })).toEqual([
      '预算 4（ann）已用 81.2%，阈值为 80%。',
      'Budget 4 (ann): 81.2 % used; the threshold is 80 %.',
    ])
  })

  it('tells by the clocks of the operator when something ends or has ended', () => {
    const token = { subject: 'token 9', subjectName: 'ci / ann' }
    expect(both('key-expiry', { ...token, value: NOW + 3600 })).toEqual([
      '令牌「ci / ann」将于 2027-01-15 17:00 到期。',
      'Token "ci / ann" ends on 2027-01-15 17:00.',
    ])
    expect(both('certificate-expiry', { subject: 'certificate weir.example', subjectName: 'weir.example', value: NOW - 3600 })).toEqual([
      'weir.example 的证书已于 2027-01-15 15:00 到期。',
      'The certificate of weir.example ended on 2027-01-15 15:00.',
    ])
  })

  it('tells how many rows of the log wait, and since when by the clocks of the operator', () => {
    const log = { subject: 'log', subjectName: '2027-01-15T08:00:00Z' }
    expect([...both('log-waiting', { ...log, value: 3 }), ...lines('log-waiting', { ...log, value: 1 })]).toEqual([
      '日志数据库没有收下日志：3 条在主数据库中等待，最早的一条是 2027-01-15 16:00 的。',
      'The database of the log does not take rows: 3 wait in the main database, the oldest since 2027-01-15 16:00.',
      'The database of the log does not take rows: 1 waits in the main database, the oldest since 2027-01-15 16:00.',
    ])
  })

  it('says how long it was when it is over', () => {
    const rule = { id: 3, name: 'night', kind: 'channel-off', windowMinutes: 0 } as const
    const over = (seconds: number, language: 'zh' | 'en') =>
      alertMessage({ event: 'resolved', rule, alerts: [{ ...alert, openedAt: NOW - seconds, resolvedAt: NOW }] }, { ...context, language })
    expect(over(720, 'zh')).toMatchObject({ title: 'Weir 告警解除：night', lines: ['渠道「east」（5）：告警已解除，持续了 12 分钟。'] })
    expect(over(720, 'en')).toMatchObject({ title: 'Weir resolved: night', lines: ['Channel "east" (5): resolved after 12 min.'] })
    expect([over(3, 'en'), over(7200, 'en'), over(200_000, 'en')].map(({ lines: [line] }) => line?.split(' after ')[1])).toEqual([
      '1 min.',
      '2 h.',
      '2 days.',
    ])
  })

  it('lists twenty subjects and counts the rest', () => {
    const rule = { id: 3, name: 'night', kind: 'channel-off', windowMinutes: 0 } as const
    const alerts = Array.from({ length: 23 }, (_, index) => ({ ...alert, subject: `channel ${index + 1}` }))
    const message = alertMessage({ event: 'fired', rule, alerts }, context)
    expect(message.title).toBe('Weir alert: night')
    expect(message.lines).toHaveLength(21)
    expect(message.lines.at(-1)).toBe('And 3 more.')
    expect(message.link).toBe('https://weir.example/setting?tab=alerts')
  })

  it('leads to the page of one channel, and nowhere while the server does not know its address', () => {
    const rule = { id: 3, name: 'night', kind: 'balance-low', windowMinutes: 0 } as const
    expect(alertMessage({ event: 'fired', rule, alerts: [alert] }, context).link).toBe('https://weir.example/channel/edit/5')
    expect(alertMessage({ event: 'fired', rule, alerts: [alert] }, { ...context, address: undefined }).link).toBeUndefined()
    const spend = { ...rule, kind: 'spend-above' } as const
    const linkOf = (told: Parameters<typeof alertMessage>[0]) => alertMessage(told, context).link
    expect(linkOf({ event: 'fired', rule: spend, alerts: [alert] })).toBe('https://weir.example/statistics')
    expect(linkOf({ event: 'fired', rule, alerts: [alert, alert] })).toBe('https://weir.example/setting?tab=alerts')
    expect(linkOf({ event: 'fired', rule, alerts: [{ ...alert, subject: 'budget 5' }] })).toBe('https://weir.example/setting?tab=alerts')
    expect(testMessage({ ...context, language: 'zh' })).toMatchObject({
      title: 'Weir 告警：测试消息',
      link: 'https://weir.example/setting?tab=alerts',
    })
  })
})
