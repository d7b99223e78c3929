import { LOG_QUOTA_DECIMALS, formatQuota, formatQuotaSum } from '@weir/contract/values/format'
import type { Settings } from './settings.ts'

const displayOf = (settings: Settings) => ({
  quotaPerUnit: settings.number('QuotaPerUnit'),
  inCurrency: settings.isOn('DisplayInCurrencyEnabled'),
})

/** Rows are written once and read by everyone, so they are in the language of the console's default. */
export const quotaText = (quota: number, settings: Settings): string => {
  const display = displayOf(settings)
  return display.inCurrency ? formatQuota(quota, display, LOG_QUOTA_DECIMALS) : `${quota} 点额度`
}

/** Exact in any language: a sum with all its digits, or units. */
export const exactQuota = (quota: number, settings: Settings): string => {
  const display = displayOf(settings)
  return display.inCurrency ? formatQuotaSum(quota, display) : String(quota)
}

export const quotaSetText = (before: number, after: number, settings: Settings): string =>
  `管理员将余额从 ${quotaText(before, settings)} 调整为 ${quotaText(after, settings)}`

export const creditText = (amount: number, settings: Settings): string => `管理员充值 ${quotaText(amount, settings)}`

export const debitText = (amount: number, settings: Settings): string => `管理员扣减 ${quotaText(amount, settings)}`

/** What was done, and behind it why, where somebody said so. */
export const withReason = (text: string, reason: string): string => (reason === '' ? text : `${text}：${reason}`)

export const redeemText = (amount: number, settings: Settings): string => `通过兑换码充值 ${quotaText(amount, settings)}`

export const newUserText = (amount: number, settings: Settings): string => `新用户注册赠送 ${quotaText(amount, settings)}`

export const invitedText = (amount: number, settings: Settings): string => `使用邀请码注册赠送 ${quotaText(amount, settings)}`

export const inviterText = (amount: number, settings: Settings): string => `邀请用户注册赠送 ${quotaText(amount, settings)}`
