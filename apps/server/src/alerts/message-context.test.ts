import { expect, it } from 'bun:test'
import { settingsFrom } from '../settings/settings.ts'
import { messageContext } from './message-context.ts'

it('takes what a message needs from the settings and the clock', () => {
  const settings = settingsFrom(
    new Map([
      ['SystemName', 'River'],
      ['TimeZone', 'Asia/Shanghai'],
      ['ServerAddress', 'https://weir.example'],
    ]),
  )
  const { quotaText, ...rest } = messageContext(settings, 'en', 1_800_000_000_600)
  expect(rest).toEqual({
    language: 'en',
    systemName: 'River',
    address: 'https://weir.example',
    timeZone: 'Asia/Shanghai',
    nowSeconds: 1_800_000_000,
  })
  expect(quotaText(500_000)).toBe('$1.00')
  expect(messageContext(settingsFrom(new Map()), 'zh', 0).address).toBeUndefined()
})
