import { expect, it } from 'bun:test'
import type { OptionKey } from '@weir/contract/options/option'
import { PUT, isOn, openTab, sent, type OptionValues } from './harness/options.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

const NUMBERS = [
  'QuotaForNewUser',
  'QuotaForInviter',
  'QuotaForInvitee',
  'PreConsumedQuota',
  'QuotaRemindThreshold',
  'ChannelDisableThreshold',
  'QuotaPerUnit',
  'RetryTimes',
] as const

const attribute = (visit: Visit, key: OptionKey, name: string) => visit.id(`field-${key}`).getAttribute(name)

acceptance('G22 operation settings', (open) => {
  const atOperation = (values: OptionValues = {}, answers: Readonly<Record<string, Reply>> = {}) =>
    openTab(open, 'operation', { values, answers, visit: {} })

  const clearLogs = async (reply: Reply) => {
    const visit = await openTab(open, 'operation', { answers: { 'DELETE /api/log/': reply }, visit: { clock: 'fixed' } })
    await visit.id('btn-clear-logs').click()
    await visit.id('btn-confirm').click()
    return visit
  }

  it('C-543 C-544 C-545 reads the options and shows every group', async () => {
    await using visit = await atOperation()
    await visit.api.called('GET /api/option/')
    await visit.id('section-quota').waitFor()
    for (const name of ['general', 'log', 'history', 'monitor', 'ratio', 'quota']) expect(await visit.id(`section-${name}`).count()).toBe(1)
    const general = visit.id('section-general')
    const keys = [
      'TopUpLink',
      'ChatLink',
      'QuotaPerUnit',
      'RetryTimes',
      'DisplayInCurrencyEnabled',
      'DisplayTokenStatEnabled',
      'ApproximateTokenEnabled',
    ]
    for (const key of keys) expect([key, await general.getByTestId(`field-${key}`).count()]).toEqual([key, 1])
    expect([visit.errors, visit.complaints]).toEqual([[], []])
  })

  it('C-546 C-547 C-548 C-549 numbers have their steps, their least value and their examples', async () => {
    await using visit = await atOperation()
    expect([await attribute(visit, 'RetryTimes', 'step'), await attribute(visit, 'QuotaPerUnit', 'step')]).toEqual(['1', '0.01'])
    for (const key of NUMBERS) {
      expect([key, await attribute(visit, key, 'aria-valuemin')]).toEqual([key, '0'])
    }
    for (const [key, example] of [
      ['QuotaForNewUser', '100'],
      ['QuotaForInviter', '2000'],
      ['QuotaForInvitee', '1000'],
    ] as const)
      expect(await attribute(visit, key, 'placeholder')).toContain(example)
  })

  it('C-550 C-551 C-552 says what the thresholds do', async () => {
    await using visit = await atOperation()
    const words = {
      ChannelDisableThreshold: ['最长响应时间（秒）', '测试全部渠道时，响应超过这个秒数的渠道会被自动禁用。'],
      QuotaRemindThreshold: ['额度提醒阈值', '用户额度低于这个值时发送邮件提醒。'],
      PreConsumedQuota: ['请求预扣费额度', '每次请求先预扣这个额度，请求结束后按实际用量结算。'],
    } as const
    for (const [key, [label, help]] of Object.entries(words)) {
      await visit
        .id(`field-${key}`)
        .and(visit.page.getByLabel(label, { exact: true }))
        .waitFor()
      const described = await visit.id(`field-${key}`).getAttribute('aria-describedby')
      expect(await visit.page.locator(`[id="${described}"]`).textContent()).toBe(help)
    }
  })

  it.each([
    ['C-553', 'quota', 'QuotaForNewUser', '100'],
    ['C-554', 'monitor', 'ChannelDisableThreshold', '8'],
    ['C-567', 'general', 'ChatLink', 'https://c.example'],
  ] as const)('%s %s: a changed value is sent as a text', async (...[, section, key, value]) => {
    await using visit = await atOperation()
    await visit.id(`field-${key}`).fill(value)
    await visit.id(`btn-save-${section}`).click()
    await visit.toast('success', zh['common.done'])
    expect(sent(visit)).toEqual([{ key, value }])
  })

  it('C-555 C-556 C-557 switches send the inverse text', async () => {
    await using visit = await atOperation()
    const keys = [
      'AutomaticDisableChannelEnabled',
      'AutomaticEnableChannelEnabled',
      'LogConsumeEnabled',
      'DisplayInCurrencyEnabled',
    ] as const
    const expected: unknown[] = []
    for (const key of keys) {
      expected.push({ key, value: String(!(await isOn(visit, key))) })
      await visit.id(`field-${key}`).click()
      await visit.api.called(PUT, expected.length)
    }
    expect(sent(visit)).toEqual(expected)
  })

  it.each([
    ['C-558', 'ModelRatio'],
    ['C-559', 'GroupRatio'],
    ['C-560', 'CompletionRatio'],
  ] as const)('%s a broken %s is named and not sent', async (_, key) => {
    await using visit = await atOperation()
    await visit.id(`field-${key}`).fill('{bad')
    await visit.id('btn-save-ratio').click()
    await visit.toast('error', zh[`option.${key}`])
    await visit.expectNoCall(PUT)
  })

  it('C-561 a ratio is sent as it was typed', async () => {
    await using visit = await atOperation()
    await visit.id('field-ModelRatio').fill('{"m":1.5}')
    await visit.id('btn-save-ratio').click()
    expect((await visit.api.called(PUT)).body).toEqual({ key: 'ModelRatio', value: '{"m":1.5}' })
  })

  it('C-562 an empty map is an empty box', async () => {
    await using visit = await atOperation({ ModelRatio: '{}', GroupRatio: '{"default":1}' })
    expect([await visit.id('field-ModelRatio').inputValue(), await visit.id('field-GroupRatio').inputValue()]).toEqual([
      '',
      '{\n  "default": 1\n}',
    ])
  })

  it('a number outside its bounds is told under its field, with neither a question nor a call', async () => {
    await using visit = await atOperation()
    await visit.id('field-LogRetentionDays').fill('99999')
    await visit.id('btn-save-log').click()
    await visit.toast('error', '日志保留天数必须是 0 到 3650 之间的整数')
    await visit.id('section-log').getByText('请输入 0 到 3650 之间的整数', { exact: true }).waitFor()
    expect(await visit.id('btn-confirm').count()).toBe(0)
    await visit.expectNoCall(PUT)
  })

  it('C-563 C-564 C-565 clears what is older than thirty days and says how much', async () => {
    await using visit = await clearLogs(ok(42))
    expect((await visit.api.called('DELETE /api/log/')).query).toEqual({ target_timestamp: '1769774400' })
    await visit.toast('success', '已清理 42 条日志！')
    expect(await visit.id('section-history').locator('input').inputValue()).toBe('2026-01-30 12:00:00')
  })

  it('C-566 a failure is told with the words of the server', async () => {
    await using visit = await clearLogs(fail('db locked'))
    await visit.toast('error', '日志清理失败：db locked')
  })
})
