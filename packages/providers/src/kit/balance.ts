import { isObject, objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type Decoded } from '@weir/dialects/model/event'
import type { BalanceLookup } from '@weir/dialects/model/provider'
import type { ChannelTarget, UpstreamRequest } from '@weir/dialects/model/upstream'
import { unversionedUrlOf } from './base-url.ts'
import { faultOfStatus } from './openai-wire.ts'

/** A sum of money; many write it as text. */
export const amountAt = (value: unknown, key: string): number | undefined => {
  const member = isObject(value) ? value[key] : undefined
  const amount = typeof member === 'string' && member.trim() !== '' ? Number(member) : member
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : undefined
}

const get = (url: string, headers: Readonly<Record<string, string>>): UpstreamRequest => ({ method: 'GET', url, headers, body: '' })

const bearer = (target: ChannelTarget): Readonly<Record<string, string>> => ({ authorization: `Bearer ${target.key}` })

interface StatusReply {
  readonly status: number
  readonly body: string
}

const objectOf = (reply: StatusReply): Decoded<JsonObject> => {
  if (reply.status < 200 || reply.status > 299) return failedWith(faultOfStatus(reply.status))
  const json = parseJson(reply.body)
  return isObject(json) ? decoded(json) : failedWith('broken')
}

interface BalanceQuestion {
  readonly url: (target: ChannelTarget) => string
  readonly headers?: (target: ChannelTarget) => Readonly<Record<string, string>>
  /** Undefined when the reply does not hold the sum. */
  readonly read: (reply: JsonObject) => number | undefined
}

/** A balance that one question answers. */
export const askBalance = (question: BalanceQuestion): BalanceLookup => ({
  next: ([reply], target) => {
    if (reply === undefined) return get(question.url(target), (question.headers ?? bearer)(target))
    const json = objectOf(reply)
    if (!json.ok) return json
    const amount = question.read(json.value)
    return amount === undefined ? failedWith('broken') : decoded(amount)
  },
})

const DAY_MS = 86_400_000
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** Accounts without a card were granted credit for a hundred days; the others are billed by the month. */
const firstDay = (subscription: JsonObject, now: number): string =>
  subscription['has_payment_method'] === true ? `${dayOf(now).slice(0, 8)}01` : dayOf(now - 100 * DAY_MS)

/** OpenAI's old dashboard: the limit, less what was used; the use is given in cents. */
export const dashboardBalance = (defaultBaseUrl: string): BalanceLookup => ({
  next: ([limitReply, usageReply], target, { now }) => {
    const dashboard = `${unversionedUrlOf(target, defaultBaseUrl)}/v1/dashboard/billing`
    if (limitReply === undefined) return get(`${dashboard}/subscription`, bearer(target))
    const subscription = objectOf(limitReply)
    if (!subscription.ok) return subscription
    if (usageReply === undefined) {
      const period = new URLSearchParams({ start_date: firstDay(subscription.value, now), end_date: dayOf(now) })
      return get(`${dashboard}/usage?${period.toString()}`, bearer(target))
    }
    const usage = objectOf(usageReply)
    if (!usage.ok) return usage
    const [limit, used] = [amountAt(subscription.value, 'hard_limit_usd'), amountAt(usage.value, 'total_usage')]
    return limit === undefined || used === undefined ? failedWith('broken') : decoded(limit - used / 100)
  },
})

/** A sum inside `data`. */
export const dataAmount =
  (key: string) =>
  (reply: JsonObject): number | undefined =>
    amountAt(objectAt(reply, 'data'), key)
