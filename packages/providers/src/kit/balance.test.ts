import { describe, expect, it } from 'bun:test'
import { amountAt, askBalance, dashboardBalance, dataAmount } from './balance.ts'

const target = { baseUrl: '', key: 'k1', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const context = { now: Date.UTC(2026, 10, 16, 12), nonce: () => 'n', accessToken: '' }
const ok = (body: object, status = 200) => ({ status, body: JSON.stringify(body) })

it.each([
  [{ sum: 5 }, 5],
  [{ sum: '5.25' }, 5.25],
  [{ sum: ' ' }, undefined],
  [{ sum: 'x' }, undefined],
  [{ sum: Number.POSITIVE_INFINITY }, undefined],
  [{ sum: null }, undefined],
  ['text', undefined],
])('reads %j as %p', (value, amount) => {
  expect(amountAt(value, 'sum')).toBe(amount)
})

describe('a balance that one question answers', () => {
  const lookup = askBalance({ url: () => 'https://x/balance', read: dataAmount('left') })

  it('is asked for with the key', () => {
    expect(lookup.next([], target, context)).toEqual({
      method: 'GET',
      url: 'https://x/balance',
      headers: { authorization: 'Bearer k1' },
      body: '',
    })
  })

  it.each([
    [ok({ data: { left: '7' } }), { ok: true, value: 7 }],
    [ok({ data: { left: 7 } }, 299), { ok: true, value: 7 }],
    [ok({ data: {} }), { ok: false, failure: { fault: 'broken', message: '' } }],
    [
      { status: 200, body: 'text' },
      { ok: false, failure: { fault: 'broken', message: '' } },
    ],
    [ok({ data: { left: 7 } }, 401), { ok: false, failure: { fault: 'bad-credential', message: '' } }],
    [ok({ data: { left: 7 } }, 300), { ok: false, failure: { fault: 'broken', message: '' } }],
    [ok({ data: { left: 7 } }, 199), { ok: false, failure: { fault: 'broken', message: '' } }],
  ])('%j', (reply, told) => {
    expect(lookup.next([reply], target, context)).toEqual(told as never)
  })
})

describe("OpenAI's old dashboard", () => {
  const lookup = dashboardBalance('https://api.example')
  const head = { method: 'GET', headers: { authorization: 'Bearer k1' }, body: '' } as const
  const limit = (over: object = {}) => ok({ hard_limit_usd: 20, ...over })

  it('is asked for the limit, then for the use of a hundred days or of the month', () => {
    const usage = 'https://api.example/v1/dashboard/billing/usage?'
    expect(lookup.next([], target, context)).toEqual({ ...head, url: 'https://api.example/v1/dashboard/billing/subscription' })
    expect(lookup.next([limit()], target, context)).toEqual({ ...head, url: `${usage}start_date=2026-08-08&end_date=2026-11-16` })
    expect(lookup.next([limit({ has_payment_method: true })], target, context)).toEqual({
      ...head,
      url: `${usage}start_date=2026-11-01&end_date=2026-11-16`,
    })
    expect(lookup.next([], { ...target, baseUrl: 'https://own.example' }, context)).toMatchObject({
      url: 'https://own.example/v1/dashboard/billing/subscription',
    })
  })

  it('gives the limit less the use, which is told in cents', () => {
    expect(lookup.next([limit(), ok({ total_usage: 250 })], target, context)).toEqual({ ok: true, value: 17.5 })
  })

  it('fails with whichever question fails', () => {
    const faultOf = (...replies: readonly { status: number; body: string }[]) => {
      const result = lookup.next(replies, target, context)
      return 'ok' in result && !result.ok ? result.failure.fault : 'none'
    }
    expect(faultOf(limit({ hard_limit_usd: undefined }), ok({ total_usage: 1 }))).toBe('broken')
    expect(faultOf(limit(), ok({}))).toBe('broken')
    expect(faultOf({ status: 401, body: '' })).toBe('bad-credential')
    expect(faultOf(limit(), { status: 429, body: '' })).toBe('rate-limited')
  })
})
