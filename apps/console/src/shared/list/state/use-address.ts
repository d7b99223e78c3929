import { useCallback } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'
import { changedParams, type Change } from './changed-params.ts'

/**
 * The parameters of the address, and how they change: drawn at once. A change begins with what is drawn,
 * so that of two choices in a row on a slow device the first would be lost otherwise.
 */
export const useAddress = () => {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (values: Change, options: NavigateOptions = {}) =>
      setParams((current) => changedParams(current, values), { preventScrollReset: true, ...options, flushSync: true }),
    [setParams],
  )
  return [params, change] as const
}
