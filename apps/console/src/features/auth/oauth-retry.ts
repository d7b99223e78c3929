import { CallError } from '../../shared/api/call-error.ts'

const MOST_RETRIES = 3
const STEP_MS = 2000

/** A lost request may be sent again. A refused code may not: the provider honours it once. */
const isWorthAnotherTry = (error: unknown): boolean => {
  if (!(error instanceof CallError)) return false
  const { failure } = error
  switch (failure.kind) {
    case 'offline':
    case 'timeout':
    case 'unreadable':
      return true
    case 'status':
      return failure.status === 429 || failure.status >= 500
    case 'refused':
      return false
  }
}

export const shouldRetry = (failures: number, error: unknown): boolean => failures < MOST_RETRIES && isWorthAnotherTry(error)

/** `failures` counts from 0: two seconds after the first, four after the second. */
export const retryDelayMs = (failures: number): number => STEP_MS * (failures + 1)
