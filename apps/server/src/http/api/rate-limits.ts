import type { LimitName } from '@weir/contract/endpoint'
import { Refusal } from '@weir/contract/errors'
import type { RateCounter } from '@weir/store/cache/rate-counter'
import { addressBlock } from '../../net/ip-address.ts'

/** Calls per address, from the configuration; 0 switches the limit off. */
export interface LimitSizes {
  readonly api: number
  readonly web: number
  /** 0 switches off every limit per address below; those per account stay. */
  readonly critical: number
}

export interface LimitedCaller {
  readonly address: string
  readonly userId?: number | undefined
  /** The name of a sign-in, known or not. */
  readonly username?: string | undefined
}

interface Rule {
  readonly name: string
  readonly per: 'address' | 'user' | 'username'
  readonly max: number
  readonly seconds: number
}

interface Limit {
  readonly rules: readonly Rule[]
  readonly countsFailuresOnly?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const perAddress = (name: string, max: number, seconds: number): Rule => ({ name, per: 'address', max, seconds })

const limitTable = ({ api, web, critical }: LimitSizes): Readonly<Record<LimitName | 'api' | 'web', Limit>> => {
  const guarded = (...own: readonly Rule[]): readonly Rule[] =>
    critical === 0 ? [] : [perAddress('critical', critical, 20 * MINUTE), ...own]
  const failures: Rule = { name: 'login', per: 'username', max: 10, seconds: 15 * MINUTE }
  return {
    api: { rules: api === 0 ? [] : [perAddress('api', api, 3 * MINUTE)] },
    web: { rules: web === 0 ? [] : [perAddress('web', web, 3 * MINUTE)] },
    critical: { rules: guarded() },
    login: { rules: [...guarded(perAddress('login', 30, 15 * MINUTE)), failures], countsFailuresOnly: true },
    register: { rules: guarded(perAddress('register', 5, HOUR)) },
    mail: { rules: guarded(perAddress('mail', 20, HOUR)) },
    code: { rules: guarded(perAddress('code', 30, HOUR)) },
    // Apart from the shared counter: the console asks for one whenever it shows a sign-in button.
    'oauth-state': { rules: critical === 0 ? [] : [perAddress('oauth-state', 60, 20 * MINUTE)] },
    factor: { rules: [{ name: 'factor', per: 'user', max: 10, seconds: 15 * MINUTE }], countsFailuresOnly: true },
    redeem: { rules: [{ name: 'redeem', per: 'user', max: 10, seconds: HOUR }], countsFailuresOnly: true },
  }
}

const subjectOf = (rule: Rule, caller: LimitedCaller): string | undefined => {
  switch (rule.per) {
    case 'address':
      return addressBlock(caller.address)
    case 'user':
      return caller.userId === undefined ? undefined : String(caller.userId)
    case 'username':
      return caller.username?.trim().toLowerCase()
  }
}

/** How a counted call ended. What we or the database got wrong is not held against the caller. */
export type CallOutcome = 'done' | 'refused' | 'broken'

export interface Admission {
  end(outcome: CallOutcome): Promise<void>
}

export interface RateLimits {
  /** Throws `too-many-requests`. Counted before the work: calls in parallel must not all see the last free place. */
  admit(limit: LimitName | 'api' | 'web', caller: LimitedCaller): Promise<Admission>
}

export interface RateCounters {
  /** For calls that come all the time. */
  readonly frequent: RateCounter
  /** For those that guard an account: shared by all nodes, always. */
  readonly strict: RateCounter
}

export const createRateLimits = ({ frequent, strict }: RateCounters, sizes: LimitSizes): RateLimits => {
  const table = limitTable(sizes)

  const giveBack = async (counter: RateCounter, keys: readonly string[]): Promise<void> => {
    for (const key of keys) await counter.giveBack(key)
  }

  return {
    async admit(name, caller) {
      const { rules, countsFailuresOnly } = table[name]
      const counter = name === 'api' || name === 'web' ? frequent : strict
      const taken: string[] = []
      for (const rule of rules) {
        const subject = subjectOf(rule, caller)
        if (subject === undefined) continue
        const key = `${rule.name}:${rule.per}:${subject}`
        const seconds = await counter.take(key, rule)
        if (seconds > 0) {
          await giveBack(counter, taken)
          throw new Refusal('too-many-requests', { seconds })
        }
        taken.push(key)
      }
      return {
        end: async (outcome) => {
          if (outcome === 'broken' || (outcome === 'done' && countsFailuresOnly)) await giveBack(counter, taken)
        },
      }
    },
  }
}
