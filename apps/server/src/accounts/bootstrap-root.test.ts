import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { ConfigError, readConfig } from '../config.ts'
import { initialPasswordProblem } from './bootstrap-root.ts'
import { openServerHarness, type ServerHarness } from '../testing/server-harness.ts'

const TOKEN = 'RelayKey0123456789'
const ACCESS_TOKEN = 'system-token-0123456789'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness({ root: { password: 'tide-gate 41 mills', tokenKey: TOKEN, accessToken: ACCESS_TOKEN } })
})
afterAll(() => harness.close())

describe('the first start', () => {
  it('gives root the password and both tokens it was told', async () => {
    await harness.signIn('root', 'tide-gate 41 mills', { peer: '192.0.2.1' })
    const self = await harness.call('GET', '/api/user/self', { headers: { authorization: ACCESS_TOKEN } })
    expect(self.json?.['data']).toMatchObject({ username: 'root', role: 100, quota: 500_000_000_000_000 })
    expect((await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${TOKEN}` } })).status).toBe(200)
  })
})

describe('the password of the first account', () => {
  const problemWith = (password: string, users = 0) =>
    initialPasswordProblem(
      { ...harness.store.users, list: async () => (await harness.store.users.list({ offset: 0, limit: users || 1 })).slice(0, users) },
      password,
    )

  it('is looked at before there is an account, and no more afterwards', async () => {
    expect(await problemWith('1234567')).toBe('a password has 8 to 128 characters')
    expect(await problemWith('password1')).toBe('this password is too common and easily guessed, choose another one')
    expect(await problemWith('')).toBeUndefined()
    expect(await problemWith('tide-gate 41 mills')).toBeUndefined()
    expect(await problemWith('1234567', 1)).toBeUndefined()
  })
})

describe('the settings of the first start', () => {
  it('take a relay token with or without its prefix', () => {
    expect(readConfig({ INITIAL_ROOT_TOKEN: `sk-${TOKEN}` }).initialRootToken).toBe(TOKEN)
    expect(readConfig({ INITIAL_ROOT_TOKEN: TOKEN }).initialRootToken).toBe(TOKEN)
  })

  it.each([
    ['INITIAL_ROOT_TOKEN', 'short'],
    ['INITIAL_ROOT_TOKEN', 'with-a-dash-0123456789'],
    ['INITIAL_ROOT_ACCESS_TOKEN', 'with a blank 0123456789'],
    ['REDIS_CONN_STRING', 'http://localhost'],
    ['CRITICAL_RATE_LIMIT', '-1'],
    ['GITHUB_BASE_URL', 'https://github.com/'],
  ])('are refused by name when they cannot work: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
})
