import { afterAll, afterEach, beforeAll, describe, expect, it } from 'bun:test'
import { openJsonService } from '../testing/json-service.ts'
import { openServerHarness, type CallOptions, type ServerHarness } from '../testing/server-harness.ts'
import { createHumanCheck } from './human-check.ts'
import { createCallService } from '../net/service-call.ts'
import { settingsFrom } from '../settings/settings.ts'

const SECRET = 'turnstile secret'
const solved = new Map<string, { hostname: string; action?: string }>()
let mood: 'fine' | 'html' | 'down' | 'silent' = 'fine'
const silence = Promise.withResolvers<undefined>()

// What the real verifier checks: a POST form, its secret, and a token that it gave out and has not seen before.
const verifier = openJsonService(async ({ method, path, headers, body }) => {
  if (method !== 'POST' || path !== '/siteverify') return undefined
  if (mood === 'html') return new Response('<html>gateway</html>')
  if (mood === 'down') return new Response('', { status: 503 })
  if (mood === 'silent') return await silence.promise
  const form = new URLSearchParams(body)
  if (!headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return { success: false, 'error-codes': ['bad-request'] }
  if (form.get('secret') !== SECRET) return { success: false, 'error-codes': ['invalid-input-secret'] }
  const token = form.get('response') ?? ''
  const solution = solved.get(token)
  if (!solved.delete(token)) return { success: false, 'error-codes': ['timeout-or-duplicate'] }
  return { success: true, challenge_ts: '2026-01-01T00:00:00Z', ...solution }
})

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness({ addresses: { turnstileVerify: `${verifier.url}/siteverify` } })
  await harness.configure({ TurnstileCheckEnabled: 'true', TurnstileSecretKey: SECRET, SMTPServer: '127.0.0.1', SMTPFrom: 'a@example.com' })
})
afterEach(() => {
  mood = 'fine'
})
afterAll(async () => {
  silence.resolve(undefined)
  await harness.close()
  await verifier.close()
})

const ENGLISH = { headers: { 'accept-language': 'en' } }
const MISSING = { success: false, message: 'Complete the human check first' }
const FAILED = { success: false, message: 'The human check failed; reload the page and try again' }

const solve = (hostname = 'weir.test', action?: string): string => {
  const token = crypto.randomUUID()
  solved.set(token, { hostname, ...(action !== undefined && { action }) })
  return token
}

const register = (turnstile: string, options: CallOptions = ENGLISH) =>
  harness.call('POST', `/api/user/register?turnstile=${turnstile}`, {
    body: { username: `u${crypto.randomUUID().slice(0, 8)}`, password: 'tide-gate 41 mills' },
    ...options,
  })

describe('AN-22 the human check', () => {
  it('H-64 lets one solution admit one action', async () => {
    const token = solve()
    expect((await register(token)).json?.['success']).toBe(true)
    expect((await register(token)).json).toEqual(FAILED)
    expect((await register(token, { ...ENGLISH, cookie: 'visitor=the-same-browser' })).json).toEqual(FAILED)
  })

  it('guards registration, verification and resets, before anything else is done', async () => {
    expect((await register('')).json).toEqual(MISSING)
    for (const path of ['/api/verification', '/api/reset_password']) {
      expect((await harness.call('GET', `${path}?email=a@example.com&turnstile=`, ENGLISH)).json).toEqual(MISSING)
      expect((await harness.call('GET', `${path}?email=a@example.com&turnstile=made-up`, ENGLISH)).json).toEqual(FAILED)
    }
    expect(
      (await harness.call('POST', '/api/user/login', { body: { username: 'x', password: 'y' }, ...ENGLISH })).json?.['message'],
    ).toContain('Wrong')
  })

  it('takes no solution for another host or another action', async () => {
    expect((await register(solve('evil.example'))).json).toEqual(FAILED)
    expect((await register(solve('weir.test', 'verification'))).json).toEqual(FAILED)
    expect((await register(solve('weir.test', 'register'))).json?.['success']).toBe(true)
  })

  it('believes the configured address more than the request', async () => {
    await harness.configure({ ServerAddress: 'https://weir.example' })
    expect((await register(solve('weir.test'))).json).toEqual(FAILED)
    expect((await register(solve('weir.example'))).json?.['success']).toBe(true)
    await harness.configure({ ServerAddress: '' })
  })

  it.each(['html', 'down'] as const)('refuses when the verifier is %s', async (state) => {
    mood = state
    expect((await register(solve())).json).toEqual(FAILED)
  })

  it('refuses when the verifier does not answer, within its time', async () => {
    mood = 'silent'
    const check = createHumanCheck({
      settings: () => settingsFrom(new Map([['TurnstileCheckEnabled', 'true']])),
      callService: createCallService({ addressesOf: () => ['127.0.0.1'], timeoutMs: 50 }),
      verifyUrl: `${verifier.url}/siteverify`,
    })
    await expect(check({ action: 'register', token: 'x', address: '', host: '' })).rejects.toThrow('human-check-failed')
  })

  it('tells the verifier who asks', async () => {
    await register(solve(), { ...ENGLISH, peer: '192.0.2.7' })
    expect(new URLSearchParams(verifier.calls.at(-1)?.body).get('remoteip')).toBe('192.0.2.7')
  })
})
