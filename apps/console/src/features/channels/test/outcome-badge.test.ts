import { describe, expect, test } from 'bun:test'
import type { TestOutcome } from '@weir/contract/channels/channel-test'
import { en } from '../../../shared/i18n/en.ts'
import { translatorFor } from '../../../shared/i18n/translate.ts'
import { zh } from '../../../shared/i18n/zh.ts'
import { channelBadge, outcomeBadge } from './outcome-badge.ts'

const NOW = 1_700_000_180
const reader = { t: translatorFor(zh), language: 'zh', nowSeconds: NOW } as const
const readerEn = { t: translatorFor(en), language: 'en', nowSeconds: NOW } as const

const outcome = (over: Partial<TestOutcome> = {}): TestOutcome => ({
  probe: 'text',
  model: 'gpt-4o',
  success: true,
  reason: 'none',
  message: 'hello',
  response_time: 820,
  test_time: NOW - 180,
  ...over,
})

const refused = outcome({ success: false, reason: 'bad-credential', message: 'Incorrect key', response_time: 50 })

describe('how a test ended', () => {
  test('a passed one is its time, with the colour of its speed', () => {
    expect(outcomeBadge(outcome(), reader)).toMatchObject({ color: 'green', text: '0.82 s', age: '3分钟前', reason: '' })
    expect(outcomeBadge(outcome({ response_time: 6000 }), reader).color).toBe('red')
    expect(outcomeBadge(outcome({ response_time: 0 }), reader)).toMatchObject({ color: 'green', text: '0.00 s' })
  })

  test('none was in the future, whatever the clocks say', () => {
    expect(outcomeBadge(outcome({ test_time: NOW + 90 }), reader).age).toBe('现在')
  })

  test('a failed one is red with its reason and its age, however fast it was', () => {
    expect(outcomeBadge(refused, reader)).toMatchObject({
      color: 'red',
      text: '测试失败',
      age: '3分钟前',
      reason: '上游不接受该密钥：Incorrect key',
    })
    const badge = outcomeBadge(refused, readerEn)
    expect(badge).toMatchObject({ text: 'Test failed', age: '3 minutes ago' })
    expect(badge.tooltip).toStartWith('The upstream does not accept the key: Incorrect key · Last test: 20')
  })
})

describe('how a channel did last', () => {
  test('its outcome counts, not the time beside it', () => {
    expect(channelBadge({ last_test: refused, test_time: NOW, response_time: 50 }, reader).color).toBe('red')
    expect(channelBadge({ last_test: refused, test_time: NOW, response_time: 0 }, reader).text).toBe('测试失败')
  })

  test('it is untested when it never was', () => {
    expect(channelBadge({ last_test: null, test_time: 0, response_time: 0 }, reader)).toMatchObject({
      color: 'grey',
      text: '未测试',
      tooltip: '未测试',
    })
  })

  test('the first second of time is a time, and 0 is none', () => {
    expect([0, 1].map((test_time) => outcomeBadge(outcome({ test_time }), reader).age)).toEqual(['', '53年前'])
    expect([0, 1].map((test_time) => channelBadge({ test_time, response_time: 1 }, reader).tooltip === '未测试')).toEqual([true, false])
    expect([0, 1].map((response_time) => channelBadge({ test_time: 1, response_time }, reader).text)).toEqual(['未测试', '0.00 s'])
  })

  test('a server that keeps no outcomes tells its times', () => {
    expect(channelBadge({ test_time: NOW, response_time: 1500 }, reader)).toMatchObject({ color: 'olive', text: '1.50 s' })
  })
})
