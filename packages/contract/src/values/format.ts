import type { ChannelType } from '../catalog/channel-type.ts'
import { parseJson } from './json.ts'

// The product's number, money and time rules. All of them are pure: what they need is passed in.

type BalanceUnit = ChannelType['balanceUnit']

const scaled = (value: number, divisor: number, suffix: string) => `${(value / divisor).toFixed(1)}${suffix}`

/** 12345 → 12.3k. A value that would round up to 1000.0k is shown in the next unit. */
export const formatNumber = (value: number): string => {
  if (value < 0) return `-${formatNumber(-value)}`
  if (value >= 999_950_000) return scaled(value, 1e9, 'B')
  if (value >= 999_950) return scaled(value, 1e6, 'M')
  if (value >= 10_000) return scaled(value, 1e3, 'k')
  return String(value)
}

export interface QuotaDisplay {
  readonly quotaPerUnit: number
  readonly inCurrency: boolean
}

const usablePerUnit = (quotaPerUnit: number) => (Number.isFinite(quotaPerUnit) && quotaPerUnit > 0 ? quotaPerUnit : 1)

/** -1234567.5 of $ → -$1,234,567.50: nobody counts nine zeros. */
const money = (currency: '$' | '¥', amount: number, decimals: number): string => {
  const [whole = '', ...fraction] = Math.abs(amount).toFixed(decimals).split('.')
  const figure = [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
  return `${amount < 0 ? '-' : ''}${currency}${figure}`
}

export const formatQuota = (quota: number, display: QuotaDisplay, decimals = 2): string => {
  if (!display.inCurrency) return formatNumber(quota)
  return money('$', quota / usablePerUnit(display.quotaPerUnit), decimals)
}

export const LOG_QUOTA_DECIMALS = 6

const SUM_DECIMALS = 12

/** A sum with as many digits as it needs, two at least: rows of $0.001250 do not add up to $0.00. */
export const formatQuotaSum = (quota: number, display: QuotaDisplay): string => {
  const amount = Math.abs(quota) / usablePerUnit(display.quotaPerUnit)
  // Beyond the digits of a row only where those would show nothing at all.
  const most = Number(amount.toFixed(LOG_QUOTA_DECIMALS)) === 0 ? SUM_DECIMALS : LOG_QUOTA_DECIMALS
  const decimals = amount.toFixed(most).replace(/0+$/, '').split('.')[1]?.length ?? 0
  return formatQuota(quota, display, Math.max(2, decimals))
}

const two = (part: number) => String(part).padStart(2, '0')

/** YYYY-MM-DD HH:mm:ss in the reader's time zone. */
export const formatTimestamp = (epochSeconds: number): string => {
  const time = new Date(epochSeconds * 1000)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

/** At most `max` characters in all, the last one an ellipsis. */
export const truncate = (text: string, max: number): string => {
  const characters = Array.from(text)
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

/** A blank cannot be money, so the caller prints its own word for `undefined`: the balance of that type is not supported. */
export const formatBalance = (balance: number, unit: BalanceUnit): string | undefined => {
  switch (unit) {
    case 'usd':
      return money('$', balance, 2)
    case 'cny':
      return money('¥', balance, 2)
    case 'cny-per-10000':
      return money('¥', balance / 10_000, 2)
    case 'points':
      return formatNumber(balance)
    case 'unsupported':
      return undefined
  }
}

export type SpeedColor = 'grey' | 'green' | 'olive' | 'yellow' | 'red'

const speedSteps = [
  { upToMs: 0, color: 'grey' },
  { upToMs: 1000, color: 'green' },
  { upToMs: 3000, color: 'olive' },
  { upToMs: 5000, color: 'yellow' },
] as const

/** Grey means that the channel has not been tested yet. */
export const speedColor = (responseTimeMs: number): SpeedColor => speedSteps.find((step) => responseTimeMs <= step.upToMs)?.color ?? 'red'

export const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`

export const isJson = (text: string): boolean => parseJson(text) !== undefined

export const stripTrailingSlash = (url: string): string => url.replace(/\/$/, '')
