/** The product's number, money and time rules. All of them are pure: what they need is passed in. */

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

export const formatQuota = (quota: number, display: QuotaDisplay, decimals = 2): string => {
  if (!display.inCurrency) return formatNumber(quota)
  const amount = Math.abs(quota) / usablePerUnit(display.quotaPerUnit)
  return `${quota < 0 ? '-' : ''}$${amount.toFixed(decimals)}`
}

export const LOG_QUOTA_DECIMALS = 6

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
