import type { LogCharge } from '@weir/contract/log'
import { readChargeDetail } from '@weir/relay/charge-detail'

/** The figures behind a charge, without the route the request took: that is not for its caller. */
export const logCharge = (detail: string): LogCharge | undefined => {
  const stored = readChargeDetail(detail)
  if (stored === undefined || stored === 'incomplete') return undefined
  const { price, usage } = stored
  const hour = usage.cacheWriteHour ?? 0
  const parts: LogCharge['parts'] = [
    { kind: 'input', count: usage.input, ratio: 1 },
    { kind: 'cache_read', count: usage.cacheRead, ratio: price.cacheRead },
    { kind: 'cache_write', count: usage.cacheWrite - hour, ratio: price.cacheWrite },
    { kind: 'cache_write_hour', count: hour, ratio: price.cacheWriteHour ?? price.cacheWrite },
    { kind: 'output', count: usage.output, ratio: price.completion },
  ]
  return {
    model_ratio: price.model,
    group_ratio: price.group,
    parts: parts.filter((part) => part.count > 0),
    reasoning: usage.reasoning,
    unit: usage.unit ?? 'token',
    is_estimate: usage.source === 'estimate',
    is_implausible: usage.implausible !== undefined,
  }
}
