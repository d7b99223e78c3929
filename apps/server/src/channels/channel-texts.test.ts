import { expect, it } from 'bun:test'
import {
  balanceReason,
  emptyBalanceText,
  evidenceText,
  noModelText,
  slowText,
  switchedOffText,
  switchedOnText,
  testRowText,
  testSummaryText,
  tooSlowText,
} from './channel-texts.ts'

const channel = { id: 7, name: 'a' }

it('notices name the channel, the reason and the figures', () => {
  expect(switchedOffText(channel, evidenceText('bad-credential'))).toBe(
    '渠道「a」（#7）已被自动禁用：上游不接受该密钥，或其账号已停用（bad-credential）',
  )
  expect([evidenceText('out-of-credit'), evidenceText('broken')]).toEqual(['上游账号余额或额度不足（out-of-credit）', 'broken'])
  expect(switchedOnText(channel)).toBe('渠道「a」（#7）测试通过，已自动启用')
  expect(tooSlowText(channel, slowText(1234, 1))).toBe('渠道「a」（#7）响应时间 1.23 秒，超过阈值 1 秒')
  expect(emptyBalanceText(0.5)).toBe('上游账号余额不足（0.5）')
})

it('a test is told with what was special about it', () => {
  const row = { probe: 'text', isPassed: true, message: 'hi' } as const
  expect(testRowText(row)).toBe('测试成功：hi')
  expect(testRowText({ ...row, isPassed: false, unsaved: 'key' })).toBe('测试失败（未保存的密钥）：hi')
  expect(testRowText({ ...row, probe: 'stream', unsaved: 'key' })).toMatch(/^测试成功（[^，]+，未保存的密钥）：hi$/)
})

it('all tests are summed up', () => {
  expect(testSummaryText(3, [])).toBe('共测试 3 个渠道，3 个通过，0 个未通过')
  expect(testSummaryText(3, [channel, { id: 8, name: 'b' }])).toBe(
    '共测试 3 个渠道，1 个通过，2 个未通过：渠道「a」（#7）、渠道「b」（#8）',
  )
})

it('says why a balance is not known, and that no model can be tested', () => {
  expect([balanceReason('unreachable', 'en'), balanceReason('unreachable', 'zh')]).toEqual([
    'the provider could not be reached',
    '无法连接上游服务',
  ])
  expect(noModelText('text', 'en')).toBe('The channel lists no chat model that could be tested')
  expect(noModelText('stream', 'en')).not.toBe('The channel lists no chat model that could be tested')
})
