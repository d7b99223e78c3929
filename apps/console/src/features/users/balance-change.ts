import type { QuotaMode } from '@weir/contract/user-admin'

export const QUOTA_MODES = ['add', 'subtract', 'override'] as const satisfies readonly QuotaMode[]

/** What the balance comes to, as far as it is known here; the server works it out once more. */
export const balanceAfter = (balance: number, mode: QuotaMode, value: number): number => {
  switch (mode) {
    case 'add':
      return balance + value
    case 'subtract':
      return balance - value
    case 'override':
      return value
  }
}

/** Nothing is no change, except that a balance can be set to it. */
export const isChange = (mode: QuotaMode, value: number | null): value is number =>
  value !== null && (value > 0 || (value === 0 && mode === 'override'))

export const isTooMuch = (balance: number, mode: QuotaMode, value: number): boolean => mode === 'subtract' && value > balance
