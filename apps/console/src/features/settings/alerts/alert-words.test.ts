import { describe, expect, it } from 'bun:test'
import type { AlertObject } from '@weir/contract/alerts/alert'
import type { AlertRuleObject } from '@weir/contract/alerts/alert-rule'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { alert as en } from '../../../shared/i18n/en/alert.ts'
import { alert as zh } from '../../../shared/i18n/zh/alert.ts'
import { translatorFor } from '../../../shared/i18n/translate.ts'
import { alertStanding, alertSubject, deliveryText, ruleText, targetText } from './alert-words.ts'

const [inEnglish, inChinese] = [translatorFor(en), translatorFor(zh)]
const display = { quotaPerUnit: 500_000, inCurrency: true }
const target: AlertTargetObject = {
  id: 4,
  name: 'ops',
  kind: 'slack',
  enabled: true,
  language: 'zh',
  url: 'https://hooks.slack.com',
  recipient: '',
  has_secret: false,
}
const alert: AlertObject = {
  id: 1,
  rule_id: 2,
  rule_name: 'errors',
  kind: 'error-share',
  subject: 'channel 5',
  subject_name: 'east',
  value: 62.5,
  threshold: 50,
  opened_at: 1_800_000_000,
  resolved_at: null,
  deliveries: [],
}
const rule: AlertRuleObject = {
  id: 2,
  name: 'errors',
  kind: 'error-share',
  enabled: true,
  threshold: 50,
  window_minutes: 10,
  scope_id: 0,
  quiet_from: '',
  quiet_to: '',
  target_ids: [4, 99],
  checked_at: 0,
  open: 0,
}

describe('the words of an alert', () => {
  it('name what it is about, the rule and what was seen', () => {
    expect(alertSubject(alert, inEnglish)).toBe('Channel "east" (5)')
    expect(alertSubject({ ...alert, subject: 'all', subject_name: '' }, inChinese)).toBe('全部渠道')
    expect(alertStanding(alert, display, inEnglish)).toMatch(/^errors · 62\.5 % · since 2027-01-15 /)
    expect(alertStanding({ ...alert, kind: 'spend-above', value: 1_500_000, resolved_at: 1_800_000_600 }, display, inEnglish)).toMatch(
      /^errors · \$3\.00 · 2027-01-15 .* to 2027-01-15 /,
    )
  })

  it('tell how many rows of the log wait and since when', () => {
    const log = { ...alert, kind: 'log-waiting', subject: 'log', subject_name: '2027-01-14T12:00:00Z', value: 1200 } as const
    expect([alertSubject(log, inEnglish), alertSubject(log, inChinese)]).toEqual(['Database of the log', '日志数据库'])
    expect(alertStanding(log, display, inEnglish)).toMatch(
      /^errors · 1200 rows wait, the oldest since 2027-01-1[45] .* · since 2027-01-15 /,
    )
    expect(alertStanding({ ...log, value: 1 }, display, inEnglish)).toMatch(/^errors · 1 row waits, /)
    expect(alertStanding(log, display, inChinese)).toMatch(/^errors · 1200 条在等待，最早的一条是 2027-01-1[45] /)
  })

  it('say what became of each message', () => {
    const delivery = { target_id: 4, event: 'fired', state: 'waiting', tries: 1, sent_at: null, problem: 'unreachable' } as const
    expect(deliveryText(delivery, [target], inEnglish)).toBe('Alert · ops: waiting (could not be reached)')
    expect(deliveryText({ ...delivery, state: 'failed', problem: 'HTTP 404' }, [], inEnglish)).toBe(
      'Alert · Deleted target: failed (HTTP 404)',
    )
    expect(deliveryText({ ...delivery, event: 'resolved', state: 'sent', problem: '' }, [target], inChinese)).toBe('解除 · ops：已发送')
  })
})

describe('the words of a rule', () => {
  it('say what it looks at, whom it tells and when it is quiet', () => {
    expect(ruleText(rule, [target], { t: inEnglish, display })).toBe('Many errors on a channel · 50 % of errors in 10 minutes · ops')
    expect(ruleText({ ...rule, kind: 'log-waiting', threshold: 5 }, [target], { t: inEnglish, display })).toBe(
      'Database of the log takes no rows · for 5 minutes · ops',
    )
    const night = { ...rule, enabled: false, target_ids: [], quiet_from: '22:00', quiet_to: '07:00', open: 2 }
    expect(ruleText(night, [target], { t: inEnglish, display })).toBe(
      'off · Many errors on a channel · 50 % of errors in 10 minutes · no target · quiet from 22:00 to 07:00 · 2 open',
    )
  })
})

describe('the words of a target', () => {
  it('name its kind and where it is', () => {
    expect(targetText(target, inChinese)).toBe('Slack · https://hooks.slack.com')
    expect(targetText({ ...target, kind: 'mail', url: '', recipient: 'a@b.example', enabled: false }, inEnglish)).toBe(
      'off · Mail · a@b.example',
    )
  })
})
