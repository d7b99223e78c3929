import type { TokenObject } from '@weir/contract/token'
import type { Caller } from '@weir/relay/stage-types'
import { RelayRefusal } from '@weir/relay/refusal'
import { LogType, logObject } from '@weir/contract/log'
import { endingOf } from '@weir/contract/log-fault'
import { NEVER_EXPIRES, splitList } from '@weir/contract/values/quantity'
import type { Logs } from '@weir/store/repositories/logs/logs'
import type { Tokens } from '@weir/store/repositories/tokens'
import type { Users } from '@weir/store/repositories/users'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly users: Users
  readonly tokens: Tokens
  readonly logs: Pick<Logs, 'listOwn'>
  readonly settings: () => Settings
}

/** The last two are of the token alone: what it may spend, and its newest rows in the log. */
export type BillingReport = 'subscription' | 'usage' | 'token-usage' | 'token-log'

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

const MAX_ROWS = 100
const MAX_TOKENS = 1000

/** The reports that programs ask for with a relay token: the two of OpenAI's old billing pages, and the two of new-api. */
export const createReadBilling = ({ users, tokens, logs, settings }: Dependencies): ReadBilling => {
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

  const ownToken = async (userId: number, tokenId: number): Promise<TokenObject> => {
    const token = await tokens.get(userId, tokenId)
    if (token === undefined) throw new RelayRefusal('invalid-token')
    return token
  }

  const usageOf = (token: TokenObject) => ({
    object: 'token_usage',
    name: token.name,
    total_granted: token.remain_quota + token.used_quota,
    total_used: token.used_quota,
    total_available: token.remain_quota,
    unlimited_quota: token.unlimited_quota,
    model_limits: Object.fromEntries(splitList(token.models).map((model) => [model, true])),
    model_limits_enabled: token.models !== '',
    expires_at: token.expired_time === NEVER_EXPIRES ? 0 : token.expired_time,
  })

  /** Rows carry the name of their token and not its number: a token without a name of its own is shown none, and no rows from before it. */
  const rowsOf = async (userId: number, { id, name, created_time: startTime }: TokenObject) => {
    if (name === '') return []
    const alike = await tokens.search(userId, name, { offset: 0, limit: MAX_TOKENS })
    if (alike.some((token) => token.name === name && token.id !== id)) return []
    const rows = await logs.listOwn(userId, { type: LogType.consume, tokenName: name, startTime }, { offset: 0, limit: MAX_ROWS })
    return rows.map((row) => logObject.parse({ ...row, ...endingOf(row), attempts: row.attempts ?? 0 }))
  }

  return async (report, { userId, tokenId }) => {
    if (report === 'token-usage') return { code: true, message: 'ok', data: usageOf(await ownToken(userId, tokenId)) }
    if (report === 'token-log') return { success: true, message: '', data: await rowsOf(userId, await ownToken(userId, tokenId)) }
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
