import { NEVER_EXPIRES } from '@weir/contract/values/quantity'
import type { Caller } from '@weir/relay/stage-types'
import { RelayRefusal } from '@weir/relay/refusal'
import type { Tokens } from '@weir/store/repositories/tokens'
import type { Users } from '@weir/store/repositories/users'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly users: Users
  readonly tokens: Tokens
  readonly settings: () => Settings
}

export type BillingReport = 'subscription' | 'usage'

export type ReadBilling = (report: BillingReport, caller: Pick<Caller, 'userId' | 'tokenId'>) => Promise<unknown>

interface Figures {
  readonly remain: number
  readonly used: number
  readonly isUnlimited: boolean
  /** Epoch seconds; 0 never. */
  readonly until: number
}

/** What existing clients take for "no end". */
const UNLIMITED_AMOUNT = 100_000_000
const CENTS = 100

/** The two reports that programs made for OpenAI's old billing pages ask for, with a relay token. */
export const createReadBilling = ({ users, tokens, settings }: Dependencies): ReadBilling => {
  const figuresOf = async (userId: number, tokenId: number): Promise<Figures> => {
    const [token, account] = [await tokens.get(userId, tokenId), await users.findById(userId)]
    if (token === undefined || account === undefined) throw new RelayRefusal('invalid-token')
    const until = token.expired_time === NEVER_EXPIRES ? 0 : token.expired_time
    if (!settings().isOn('DisplayTokenStatEnabled')) {
      return { remain: account.user.quota, used: account.user.used_quota, isUnlimited: false, until }
    }
    return { remain: token.remain_quota, used: token.used_quota, isUnlimited: token.unlimited_quota, until }
  }

  const amountOf = (quota: number): number => {
    const now = settings()
    return now.isOn('DisplayInCurrencyEnabled') ? quota / now.number('QuotaPerUnit') : quota
  }

  return async (report, { userId, tokenId }) => {
    const { remain, used, isUnlimited, until } = await figuresOf(userId, tokenId)
    if (report === 'usage') return { object: 'list', total_usage: amountOf(used) * CENTS }
    const limit = isUnlimited ? UNLIMITED_AMOUNT : amountOf(remain + used)
    return {
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: limit,
      hard_limit_usd: limit,
      system_hard_limit_usd: limit,
      access_until: until,
    }
  }
}
