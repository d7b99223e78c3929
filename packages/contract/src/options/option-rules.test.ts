import { describe, expect, it } from 'bun:test'
import { Refusal, renderRefusal } from '../errors.ts'
import { isOptionKey, optionTable } from './option.ts'
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
