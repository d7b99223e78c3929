import { describe, expect, it } from 'bun:test'
import { toQuota } from '@weir/ledger/quota'
import type { Channel, Hold, HoldOutcome, LimitDecision } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { admit, type Admission } from './admit.ts'

interface Asking {
  /** Ratio of each candidate's own model. */
  readonly ratios?: readonly number[]
  readonly outcome?: HoldOutcome
  readonly decision?: LimitDecision
  readonly isListed?: boolean
  /** The second candidate serves another model. */
  readonly isSecondSubstitute?: boolean
  /** A minute of sound, sold by tokens. */
  readonly isSound?: boolean
  /** Two pictures whose weight is 6, at a price by size of 4 each. */
  readonly isPicture?: boolean
}

const PICTURE = { input: 6000, unit: 'image', picture: { size: '1x1', quality: 'hd', count: 2 } }

const fixedUsageOf = ({ isSound, isPicture }: Asking): object => {
  if (isPicture === true) return { fixedUsage: PICTURE }
  return isSound === true ? { fixedUsage: { unit: 'millisecond' } } : {}
}

const ask = async (asking: Asking) => {
  const { ratios = [1], outcome = 'held', decision, isListed = true, isSecondSubstitute = false, isSound = false } = asking
  const seen: { hold?: Hold; promptTokens?: number; released: number[] } = { released: [] }
  const ticket = { remaining: {}, release: (tokens: number) => void seen.released.push(tokens) }
  const candidates = ratios.map((_, index) => ({ id: index + 1, modelMapping: { m: `m${index}` } }) as unknown as Channel)
  const estimate = { promptTokens: isSound ? 60_000 : 100, maxOutputTokens: 10, choices: 1 }
  const kind = { model: 'm', estimate, asked: fixedUsageOf(asking) }
  const admission = {
    caller: { userId: 5, tokenId: 7, tokenName: 't', isUnlimited: false, group: 'default' },
    courses: isSecondSubstitute ? candidates.map((candidate) => ({ kind, candidates: [candidate] })) : [{ kind, candidates }],
    requestId: 'r',
  } as unknown as Admission
  const ports = {
    settings: () => ({ preConsumedQuota: toQuota(0), refusesUnpriced: true }),
    priceOf: (model: string) => {
      const ratio = ratios[Number(model.slice(1))] ?? 0
      return {
        ratios: { model: ratio, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1 },
        version: 'v',
        isListed,
        ...(isSound && { isPerToken: true }),
        ...(asking.isPicture === true && {
          pictures: [{ size: '1x1', ratios: { model: 4, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 } }],
        }),
      }
    },
    clock: () => 0,
    budgets: { countersFor: () => (isSound ? [{ key: 'b', unit: 'tokens' }] : []) },
    limits: {
      take: (_: unknown, promptTokens: number) => {
        seen.promptTokens = promptTokens
        return decision ?? { ok: true as const, ticket }
      },
    },
    ledger: {
      hold: (hold: Hold) => {
        seen.hold = hold
        return Promise.resolve(outcome)
      },
      left: () => Promise.resolve({ user: 119, token: 70 }),
    },
  } as unknown as Parameters<typeof admit>[1]
  try {
    const { prices } = await admit(admission, ports)
    return { ...seen, models: [...prices.keys()], code: 'admitted', text: [] }
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error
    return { ...seen, models: [], code: error.kind, text: [error.text('zh'), error.text('en')] }
  }
}

describe('admit', () => {
  it('holds the estimate for user and token before anything is sent', async () => {
    const { hold } = await ask({})
    // 100 tokens of prompt and 10 of output at twice the price.
    expect(hold).toEqual({ requestId: 'r', userId: 5, tokenId: 7, isTokenLimited: true, amount: toQuota(120) })
  })

  it('holds the tokens of a recording, not its milliseconds, where it is sold by tokens', async () => {
    const { hold, promptTokens } = await ask({ isSound: true })
    // 3000 tokens of sound and 10 of output at twice the price.
    expect([hold?.amount, promptTokens, hold?.budgets?.map(({ amount }) => amount)]).toEqual([toQuota(3020), 3000, [3010]])
  })

  it('holds the price of each picture where it depends on their size', async () => {
    const { hold, promptTokens } = await ask({ isPicture: true })
    // 2 pictures and 10 tokens of output, all at 4.
    expect([hold?.amount, promptTokens]).toEqual([toQuota(8040), 2000])
  })

  it('holds for the most expensive candidate and fixes the price of each', async () => {
    const { hold, models } = await ask({ ratios: [1, 5, 2] })
    expect([hold?.amount, models]).toEqual([toQuota(600), ['m0', 'm1', 'm2']])
  })

  it('holds for a substitute that is more expensive', async () => {
    const { hold, models } = await ask({ ratios: [1, 5], isSecondSubstitute: true })
    expect([hold?.amount, models]).toEqual([toQuota(600), ['m0', 'm1']])
  })

  it('refuses who has too little, and gives the place under the limits back', async () => {
    expect(await ask({ outcome: 'user-short' })).toMatchObject({ code: 'user-quota', released: [0] })
    expect(await ask({ outcome: 'token-short' })).toMatchObject({ code: 'token-quota', released: [0] })
  })

  it('says what it would have held and what is left, in both languages', async () => {
    const [userZh, userEn] = (await ask({ outcome: 'user-short' })).text
    expect(userZh).toContain('预扣 120（结束后多退），账户只剩 119')
    expect(userEn).toContain('must hold 120 in advance (the rest is given back), and 119 is left')
    const [tokenZh, tokenEn] = (await ask({ outcome: 'token-short' })).text
    expect(tokenZh).toContain('预扣 120（结束后多退），令牌只剩 70')
    expect(tokenEn).toContain('must hold 120 in advance (the rest is given back), and 70 is left')
  })

  it('holds nothing for a request beyond a limit, or for a model without a price', async () => {
    const decision = { ok: false as const, limit: 'parallel' as const, retryAfterSeconds: 1, remaining: {} }
    expect(await ask({ decision })).toMatchObject({ code: 'limited', models: [], released: [] })
    expect(await ask({ isListed: false })).toMatchObject({ code: 'unpriced', models: [], released: [] })
  })
})
