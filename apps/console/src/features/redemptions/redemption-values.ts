import { REDEMPTION_DEFAULT_QUOTA, type RedemptionObject } from '@weir/contract/redemption'

export interface RedemptionValues {
  readonly name: string
  readonly quota: number | null
  readonly count: number | null
  /** Of a code that is there: what it was worth when it was read. */
  readonly quotaRead?: number
}

export const newRedemptionValues: RedemptionValues = { name: '', quota: REDEMPTION_DEFAULT_QUOTA, count: 1 }

export const valuesOf = ({ name, quota }: RedemptionObject): RedemptionValues => ({ name, quota, count: null, quotaRead: quota })

const whole = (value: number | null) => Math.trunc(value ?? 0)

export const bodyOf = ({ name, quota, quotaRead }: RedemptionValues) => ({
  name: name.trim(),
  quota: whole(quota),
  ...(quotaRead !== undefined && { quota_read: quotaRead }),
})

export const newBodyOf = (values: RedemptionValues) => ({ ...bodyOf(values), count: whole(values.count) })
