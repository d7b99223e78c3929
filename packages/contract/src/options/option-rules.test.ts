import { describe, expect, it } from 'bun:test'
import { Refusal, renderRefusal } from '../errors.ts'
import { isOptionKey, optionTable, type OptionKey } from './option.ts'
import { normalizeOption, requireNeeds } from './option-rules.ts'

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('rules of options', () => {
  it('accept every default, and leave it as it is', () => {
    for (const [key, { default: value }] of Object.entries(optionTable)) {
      if (isOptionKey(key)) expect([key, normalizeOption(key, value)]).toEqual([key, value])
    }
  })

  it('write values the way they are read', () => {
    expect(normalizeOption('RetryTimes', ' 007 ')).toBe('7')
    expect(normalizeOption('QuotaPerUnit', '0.010')).toBe('0.01')
    expect(normalizeOption('ModelRatio', '')).toBe('{}')
    expect(normalizeOption('TimeZone', ' europe/berlin ')).toBe('Europe/Berlin')
    expect(normalizeOption('ServerAddress', ' https://a.example/ ')).toBe('https://a.example')
    expect(normalizeOption('EmailDomainWhitelist', 'B.org, a.org,,b.org')).toBe('b.org,a.org')
    expect(normalizeOption('ModelRatio', '{"a\\":b":1,"c":2}')).toBe('{"a\\":b":1,"c":2}')
  })

  it('keep what is added to every prompt far from 2^53', () => {
    expect(normalizeOption('PreConsumedQuota', '1000000000')).toBe('1000000000')
    expect(codeOf(() => normalizeOption('PreConsumedQuota', '9007199254740991'))).toBe('option-integer')
  })

  it('name the kind of mistake', () => {
    expect(codeOf(() => normalizeOption('ModelRatio', '{"a":1,"a":2}'))).toBe('option-ratios')
    expect(codeOf(() => normalizeOption('QuotaPerUnit', '0'))).toBe('option-positive')
    for (const zone of ['Mars/Olympus', '+08:00', '']) expect(codeOf(() => normalizeOption('TimeZone', zone))).toBe('option-time-zone')
    const sheet = { vendor: 'own', mode: 'chat', price: { input: 1, tiers: [{ above: 1000, input: 2 }] } }
    expect(codeOf(() => normalizeOption('ModelSheets', JSON.stringify({ m: sheet })))).toBe('accepted')
    expect(codeOf(() => normalizeOption('ModelSheets', JSON.stringify({ m: { ...sheet, price: { input: -1 } } })))).toBe('option-sheets')
    expect(codeOf(() => normalizeOption('ModelSheets', JSON.stringify({ m: { ...sheet, prize: {} } })))).toBe('option-sheets')
    expect(codeOf(() => normalizeOption('ModelSheets', '[]'))).toBe('option-sheets')
    expect(codeOf(() => normalizeOption('GroupSheets', '{"vip":{"m":{"input":1,"output":2}}}'))).toBe('accepted')
    for (const wrong of ['{"vip":{"m":{"input":-1}}}', '{"vip":{"m":1}}', '{"m":{"input":1}}', '{"":{}}', '[]'])
      expect(codeOf(() => normalizeOption('GroupSheets', wrong))).toBe('option-sheets')
    expect(normalizeOption('GroupSheets', ' ')).toBe('{}')
    expect(codeOf(() => normalizeOption('Logo', '//evil.example/x.png'))).toBe('option-url')
    expect(codeOf(() => normalizeOption('Logo', '/logo.png'))).toBe('accepted')
    expect(codeOf(() => normalizeOption('ChatLink', '/logo.png'))).toBe('option-url')
  })

  it('take a picture inside the address where one is shown, and nothing else of that kind', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo='
    for (const value of [png, 'data:image/svg+xml;utf8,%3Csvg/%3E', `data:image/png;base64,${'A'.repeat(100_000)}/`]) {
      expect(normalizeOption('Logo', ` ${value} `)).toBe(value)
    }
    expect(codeOf(() => normalizeOption('WeChatAccountQRCodeImageURL', png))).toBe('accepted')
    for (const value of ['data:text/html;base64,PHA+', 'data:image/png;base64,"onerror="x', `${png}${'A'.repeat(200_000)}`]) {
      expect(codeOf(() => normalizeOption('Logo', value))).toBe('option-url')
    }
    for (const key of ['ServerAddress', 'ChatLink', 'TopUpLink'] as const)
      expect(codeOf(() => normalizeOption(key, png))).toBe('option-url')
  })

  it('say which model or group of the routing is wrong', () => {
    const problemOf = (key: 'ModelSubstitutes' | 'GroupRouting', value: string): string => {
      try {
        normalizeOption(key, value)
        return 'accepted'
      } catch (error) {
        return error instanceof Refusal ? renderRefusal(error, 'en') : 'thrown'
      }
    }
    expect(problemOf('ModelSubstitutes', '{"gpt-4o":["gpt-4o-mini","claude"]}')).toBe('accepted')
    expect(problemOf('ModelSubstitutes', '{"gpt-4o":"gpt-4o-mini"}')).toStartWith('ModelSubstitutes is not valid: gpt-4o: ')
    expect(problemOf('ModelSubstitutes', '{"a":["b","a"]}')).toContain('a.1: a model cannot stand in for itself (a)')
    expect(problemOf('ModelSubstitutes', '{"a":["b","c","b"]}')).toContain('a.2: b stands in the list twice')
    expect(problemOf('ModelSubstitutes', '{"a":["1","2","3","4","5","6"]}')).toContain(' a: ')
    expect(problemOf('ModelSubstitutes', '[]')).toContain('JSON: ')
    expect(problemOf('GroupRouting', '{"vip":"latency","default":"cost","svip":"weighted"}')).toBe('accepted')
    expect(problemOf('GroupRouting', '{"vip":"fastest"}')).toContain(' vip: ')
    expect(normalizeOption('GroupRouting', ' ')).toBe('{}')
  })

  it.each<readonly [OptionKey, string, string]>([
    ['SMTPServer', 'a'.repeat(4000), 'a'.repeat(4001)],
    ['SMTPToken', 'a'.repeat(4000), 'a'.repeat(4001)],
    ['ServerAddress', `https://a.example/${'a'.repeat(1982)}`, `https://a.example/${'a'.repeat(1983)}`],
    ['Logo', `/${'a'.repeat(1999)}`, `/${'a'.repeat(2000)}`],
    ['Logo', `data:image/png,${'a'.repeat(199_985)}`, `data:image/png,${'a'.repeat(199_986)}`],
    ['ModelRatio', `{"a":1}${' '.repeat(299_993)}`, `{"a":1}${' '.repeat(299_994)}`],
    ['ModelSheets', `{}${' '.repeat(899_998)}`, `{}${' '.repeat(899_999)}`],
    ['ModelSubstitutes', `{}${' '.repeat(99_998)}`, `{}${' '.repeat(99_999)}`],
    ['GroupRouting', `{}${' '.repeat(99_998)}`, `{}${' '.repeat(99_999)}`],
    ['EmailDomainWhitelist', `a.org${','.repeat(99_995)}`, `a.org${','.repeat(99_996)}`],
    ['EmailDomainWhitelist', `${'a'.repeat(63)}.org`, `${'a'.repeat(64)}.org`],
    ['EmailDomainWhitelist', 'a.de', 'a.d'],
    ['EmailDomainWhitelist', 'a-b.org', '-a.org'],
    ['SMTPPort', '1', '0'],
    ['SMTPPort', '65535', '65536'],
    ['RetryTimes', '0', '-1'],
    ['RetryTimes', '100', '101'],
    ['ResponseStoreHours', '720', '721'],
    ['LogRetentionDays', '0', '-1'],
    ['LogRetentionDays', '3650', '3651'],
    ['LogBodiesDays', '1', '0'],
    ['LogBodiesDays', '90', '91'],
    ['LogBodiesKilobytes', '1', '0'],
    ['LogBodiesKilobytes', '1024', '1025'],
    ['PreConsumedQuota', '1000000000', '1000000001'],
    ['QuotaForNewUser', '9007199254740991', '9007199254740992'],
    ['QuotaForNewUser', '0', '0.5'],
    ['QuotaPerUnit', '9007199254740991', '9007199254740992'],
    ['QuotaPerUnit', '0.5', '.5'],
    ['ChannelDisableThreshold', '0', '-1'],
    ['RegisterEnabled', 'true', 'True'],
    ['RegisterEnabled', 'false', ''],
    ['SystemName', 'a b', 'a\nb'],
    ['ServerAddress', 'http://a.example', 'ftp://a.example'],
    ['ServerAddress', 'https://a.example', 'https://a:b@a.example'],
    ['ServerAddress', '', 'https://a@a.example'],
    ['ServerAddress', 'https://a.example/b', 'https://a.example/b c'],
    ['ModelSubstitutes', '{"a":["1","2","3","4","5"]}', '{"a":["1","2","3","4","5","6"]}'],
    ['ModelSubstitutes', `{"a":["${'b'.repeat(200)}"]}`, `{"a":["${'b'.repeat(201)}"]}`],
    ['ModelSubstitutes', '{"a":["b"]}', '{"a":[" "]}'],
    ['GroupRouting', `{"${'a'.repeat(64)}":"cost"}`, `{"${'a'.repeat(65)}":"cost"}`],
    ['GroupRouting', '{"a":"cost"}', '{" ":"cost"}'],
  ])('%s: takes what fits and nothing beyond', (key, fits, beyond) => {
    expect(codeOf(() => normalizeOption(key, fits))).toBe('accepted')
    expect(codeOf(() => normalizeOption(key, beyond))).toStartWith('option-')
  })

  it.each<readonly [OptionKey, string]>([
    ['Theme', 'default light dark berry air'],
    ['SecondFactorRequiredFor', 'none root admin all'],
    ['UnpricedModelPolicy', 'ceiling refuse free'],
  ])('%s is one of %s', (key, choices) => {
    expect(choices.split(' ').map((choice) => normalizeOption(key, choice))).toEqual(choices.split(' '))
    expect(codeOf(() => normalizeOption(key, 'other'))).toBe('option-choice')
  })

  it('say how large a text is that is too large, and which choices there are', () => {
    const told = (key: OptionKey, value: string): string => {
      try {
        return normalizeOption(key, value)
      } catch (error) {
        return error instanceof Refusal ? JSON.stringify(error.params) : 'thrown'
      }
    }
    expect(told('ModelSheets', ' '.repeat(900_001))).toBe('{"key":"ModelSheets","problem":"900001 > 900000"}')
    expect(told('GroupRouting', ' '.repeat(100_001))).toBe('{"key":"GroupRouting","problem":"100001 > 100000"}')
    expect(told('Theme', 'red')).toBe('{"key":"Theme","choices":"default, light, dark, berry, air"}')
    expect(told('SMTPPort', '0')).toBe('{"key":"SMTPPort","min":1,"max":65535}')
    expect(told('QuotaForNewUser', 'x')).toBe('{"key":"QuotaForNewUser","min":0,"max":9007199254740991}')
    expect(told('SystemName', '\n')).toBe('{"key":"SystemName","max":4000}')
  })

  it('need these before a switch may be turned on', () => {
    const without = (missing: string) => (key: OptionKey) => (key === missing ? '' : 'x')
    const pairs: readonly (readonly [OptionKey, string])[] = [
      ['GitHubOAuthEnabled', 'GitHubClientId'],
      ['GitHubOAuthEnabled', 'GitHubClientSecret'],
      ['WeChatAuthEnabled', 'WeChatServerAddress'],
      ['WeChatAuthEnabled', 'WeChatServerToken'],
      ['TurnstileCheckEnabled', 'TurnstileSiteKey'],
      ['TurnstileCheckEnabled', 'TurnstileSecretKey'],
      ['EmailDomainRestrictionEnabled', 'EmailDomainWhitelist'],
      ['OidcEnabled', 'OidcClientId'],
      ['OidcEnabled', 'OidcClientSecret'],
    ]
    for (const [key, missing] of pairs) {
      expect([key, missing, codeOf(() => requireNeeds(key, 'true', without(missing)))]).toEqual([key, missing, 'option-needs'])
      expect([key, codeOf(() => requireNeeds(key, 'true', without('')))]).toEqual([key, 'accepted'])
    }
    expect(codeOf(() => requireNeeds('RegisterEnabled', 'true', () => ''))).toBe('accepted')
  })

  it('let sign-in with OpenID Connect start with either way of naming the endpoints', () => {
    const ways = [['OidcWellKnown'], ['OidcAuthorizationEndpoint', 'OidcTokenEndpoint', 'OidcUserinfoEndpoint']]
    for (const way of ways) {
      const set = new Set<string>(['OidcClientId', 'OidcClientSecret', ...way])
      expect(codeOf(() => requireNeeds('OidcEnabled', 'true', (key) => (set.has(key) ? 'x' : '')))).toBe('accepted')
      set.delete(way[0] ?? '')
      expect(codeOf(() => requireNeeds('OidcEnabled', 'true', (key) => (set.has(key) ? 'x' : '')))).toBe('option-needs')
      expect(codeOf(() => requireNeeds('OidcEnabled', 'false', () => ''))).toBe('accepted')
    }
  })

  it('name what is missing before a switch may be turned on', () => {
    const refusalOf = (work: () => void): unknown => {
      try {
        return work()
      } catch (error) {
        return error instanceof Refusal ? error.params : error
      }
    }
    expect(refusalOf(() => requireNeeds('GitHubOAuthEnabled', 'true', () => ''))).toEqual({
      key: 'GitHubOAuthEnabled',
      missing: 'GitHubClientId, GitHubClientSecret',
    })
    expect(refusalOf(() => requireNeeds('TurnstileCheckEnabled', 'true', (key) => (key === 'TurnstileSiteKey' ? 'x' : '')))).toEqual({
      key: 'TurnstileCheckEnabled',
      missing: 'TurnstileSecretKey',
    })
  })
})
