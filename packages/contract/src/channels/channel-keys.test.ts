import { expect, it } from 'bun:test'
import { keyReasonText } from './channel-keys.ts'

it('tells each reader in words why a key is off, also one that went off in an older version', () => {
  expect(keyReasonText('bad-credential', 'en')).toBe('The upstream does not accept the key')
  expect(keyReasonText('out-of-credit', 'zh')).toBe('上游账号余额或额度不足')
  const kept = '上游不接受该密钥，或其账号已停用（bad-credential）'
  expect([keyReasonText(kept, 'en'), keyReasonText(kept, 'zh')]).toEqual(['The upstream does not accept the key', '上游不接受该密钥'])
  expect([keyReasonText('something else', 'en'), keyReasonText('余额（0）', 'en')]).toEqual(['something else', '余额（0）'])
})
