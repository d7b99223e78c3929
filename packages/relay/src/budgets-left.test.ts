import { describe, expect, it } from 'bun:test'
import { geminiEnvelope } from '@weir/dialects/gemini/caller/envelope'
import { messagesEnvelope } from '@weir/dialects/anthropic-messages/caller/envelope'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { toQuota } from '@weir/ledger/quota'
import { budgetsLeft, tighter } from './budgets-left.ts'
import { counterRef, type Budget, type BudgetCounter } from './budget.ts'
import { RelayRefusal } from './refusal.ts'
import { replyOfRefusal, type RelayReply } from './reply.ts'
import { chatReply, openHarness } from './testing/harness.ts'

/** The clock of the harness stands in second 1000. */
const NOW = 1_000_000

const counter = (over: Partial<Budget> = {}, periodEnd: number | undefined = 1090): BudgetCounter => {
  const budget: Budget = {
    id: 7,
    series: 1,
    scope: 'token',
    scopeKey: '1',
    model: '',
    unit: 'requests',
    period: 'day',
    limit: 100,
    isHard: true,
    ...over,
  }
  return { ...counterRef({ budgetId: budget.id, series: 1, periodStart: 0, unit: budget.unit }), budget, periodEnd }
}

const jsonOf = ({ body }: RelayReply): unknown => JSON.parse(typeof body === 'string' ? body : '')

const refusalOf = async (refusing: BudgetCounter, left = 0): Promise<RelayRefusal> => {
  const test = openHarness({ replies: [], budgets: [refusing], holdOutcome: { left: [left], refusedBy: refusing } })
  const thrown: unknown = await test.call({ model: 'm', max_tokens: 50 }).catch((error: unknown) => error)
  if (!(thrown instanceof RelayRefusal)) throw new Error('not refused')
  expect(test.events).toEqual([])
  return thrown
}

describe('budgets of a relayed request', () => {
  it('takes one request, the longest answer in tokens, and what is held in quota', async () => {
    const budgets = [counter(), counter({ id: 8, unit: 'tokens' }), counter({ id: 9, unit: 'quota' })]
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })], budgets })
    await test.call({ model: 'm', max_tokens: 50 })
    const [hold] = test.holds
    const [requests, tokens, quota] = hold?.budgets?.map(({ amount }) => amount) ?? []
    expect(requests).toBe(1)
    expect(tokens).toBeGreaterThan(50)
    expect(tokens).toBeLessThan(100)
    expect(quota).toBe(hold?.amount)
  })

  it('tells what the tightest hard budget has left and when it begins again', async () => {
    const budgets = [
      counter(),
      counter({ id: 8, limit: 9 }),
      counter({ id: 9, limit: 5, isHard: false }),
      counter({ id: 10, unit: 'quota' }),
    ]
    const holdOutcome = { left: [99, 3, 0, 60], refusedBy: undefined }
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })], budgets, holdOutcome })
    const { headers, status } = await test.call({ model: 'm' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'x-ratelimit-limit-requests': '9',
      'x-ratelimit-remaining-requests': '3',
      'x-ratelimit-reset-requests': '90s',
      'x-ratelimit-limit-quota': '100',
      'x-ratelimit-remaining-quota': '60',
    })
    expect(headers).not.toHaveProperty('x-ratelimit-limit-tokens')
  })

  it('tells the first of two that have as much left', () => {
    const budgets = [counter({ limit: 20 }), counter({ id: 8, limit: 9 })].map((each) => ({ counter: each, amount: 1 }))
    const hold = { requestId: 'r', userId: 1, tokenId: 1, isTokenLimited: false, amount: toQuota(1), budgets }
    expect(budgetsLeft(hold, { left: [3, 3], refusedBy: undefined }, NOW).requests).toEqual({ limit: 20, remaining: 3, resetSeconds: 90 })
  })

  it('tells the first of two limits that leave as much', () => {
    const [one, two] = [
      { limit: 20, remaining: 3, resetSeconds: 1 },
      { limit: 9, remaining: 3, resetSeconds: 2 },
    ]
    expect(tighter({ requests: one }, { requests: two }).requests).toEqual(one)
    expect(tighter({ requests: one }, { requests: { ...two, remaining: 2 } }).requests?.limit).toBe(9)
  })

  it('tells them on Anthropic’s wire by its own headers as well', async () => {
    const holdOutcome = { left: [4], refusedBy: undefined }
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })], budgets: [counter()], holdOutcome })
    expect((await test.message({})).headers).toMatchObject({
      'anthropic-ratelimit-requests-remaining': '4',
      'anthropic-ratelimit-requests-reset': '1970-01-01T00:18:10.650Z',
      'x-ratelimit-remaining-requests': '4',
    })
  })

  it('refuses with the name of the budget, what is left and when to come again', async () => {
    const refusal = await refusalOf(counter({ unit: 'tokens', limit: 5000, model: 'm' }), 12)
    expect([refusal.status, refusal.code]).toEqual([429, 'budget_exceeded'])
    expect(refusal.text('en')).toMatch(
      /^Budget 7 of token "[^"]+" \(5000 tokens per day, model m\) does not suffice: 12 left, this request needs \d+\. It resets at 1970-01-01T00:18:10Z$/,
    )
    expect(refusal.text('zh')).toMatch(
      /^令牌「[^」]+」的预算 7（每天 5000 个 Token，模型 m）不足：剩余 12，本次请求需要 \d+。1970-01-01T00:18:10Z 重置$/,
    )
    const to = { requestId: 'r', language: 'en' as const }
    const chat = replyOfRefusal(refusal, { ...to, envelope: chatEnvelope }, NOW)
    expect([chat.status, chat.headers['retry-after'], chat.headers['x-ratelimit-remaining-tokens']]).toEqual([429, '90', '12'])
    expect(jsonOf(chat)).toMatchObject({
      error: { code: 'budget_exceeded', message: expect.stringContaining('Budget 7') },
    })
    const messages = replyOfRefusal(refusal, { ...to, envelope: messagesEnvelope }, NOW)
    expect([messages.status, messages.headers['anthropic-ratelimit-tokens-remaining']]).toEqual([429, '12'])
    expect(jsonOf(messages)).toMatchObject({ error: { type: 'rate_limit_error' } })
    const gemini = replyOfRefusal(refusal, { ...to, envelope: geminiEnvelope }, NOW)
    expect([gemini.status, gemini.headers['retry-after'], gemini.headers['x-ratelimit-limit-tokens']]).toEqual([429, '90', '5000'])
    expect(jsonOf(gemini)).toMatchObject({
      error: { status: 'RESOURCE_EXHAUSTED', details: [{ reason: 'BUDGET_EXCEEDED' }, {}] },
    })
  })

  it.each([
    ['requests', 1, '1 request per day', '每天 1 次请求'],
    ['requests', 2, '2 requests per day', '每天 2 次请求'],
    ['tokens', 1, '1 token per day', '每天 1 个 Token'],
    ['tokens', 0, '0 tokens per day', '每天 0 个 Token'],
    ['quota', 1, '1 unit of quota per day', '每天 1 点额度'],
    ['quota', 21, '21 units of quota per day', '每天 21 点额度'],
  ] as const)('counts %s of %i in the words of both languages', async (unit, limit, ...words) => {
    const [en, zh] = words
    const refusal = await refusalOf(counter({ unit, limit }))
    expect(refusal.text('en')).toContain(`(${en})`)
    expect(refusal.text('zh')).toContain(`（${zh}）`)
  })

  it('names no time where waiting does not help', async () => {
    const used = { ...counter({ period: 'total' }), periodEnd: undefined }
    const total = await refusalOf(used)
    expect(total.options.retryAfter).toBeUndefined()
    expect(total.options.remaining?.requests).toEqual({ limit: 100, remaining: 0, resetSeconds: undefined })
    expect(total.text('en')).toEndWith('Ask the administrator to raise it')
    const tooSmall = await refusalOf(counter({ unit: 'tokens', limit: 10 }), 10)
    expect(tooSmall.options.retryAfter).toBeUndefined()
  })
})
