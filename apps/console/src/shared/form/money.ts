import type { QuotaDisplay } from '@weir/contract/values/format'

/** A unit is worth two millionths of a dollar unless the operator says otherwise; no more digits are shown of an amount. */
const AMOUNT_DECIMALS = 6

export const CHIP_AMOUNTS = [1, 5, 10, 50] as const

const perUnit = ({ quotaPerUnit }: QuotaDisplay): number => (Number.isFinite(quotaPerUnit) && quotaPerUnit > 0 ? quotaPerUnit : 1)

/** The nearest whole unit. */
export const unitsOf = (amount: number, display: QuotaDisplay): number => Math.round(amount * perUnit(display))

export const amountOf = (units: number, display: QuotaDisplay): number => Number((units / perUnit(display)).toFixed(AMOUNT_DECIMALS))
