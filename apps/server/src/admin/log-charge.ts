import type { LogCharge } from '@weir/contract/log'
import { parseJson } from '@weir/dialects/json'
import { z } from 'zod'

const count = z.int().default(0)

/** What the settlement left in the row; rows of other kinds hold something else. */
const storedDetail = z.object({
  price: z.object({
    model: z.number(),
    group: z.number(),
    completion: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    cacheWriteHour: z.number().optional(),
  }),
  usage: z.object({
    input: count,
    cacheRead: count,
    cacheWrite: count,
    cacheWriteHour: count,
    output: count,
    reasoning: count,
    unit: z.enum(['image', 'character', 'millisecond', 'query']).optional(),
    source: z.string().optional(),
  }),
})

/** The figures behind a charge, without the route the request took: that is not for its caller. */
export const logCharge = (detail: string): LogCharge | undefined => {
  const { data } = storedDetail.safeParse(parseJson(detail))
  if (data === undefined) return undefined
  const { price, usage } = data
  const parts: LogCharge['parts'] = [
    { kind: 'input', count: usage.input, ratio: 1 },
    { kind: 'cache_read', count: usage.cacheRead, ratio: price.cacheRead },
    { kind: 'cache_write', count: usage.cacheWrite - usage.cacheWriteHour, ratio: price.cacheWrite },
    { kind: 'cache_write_hour', count: usage.cacheWriteHour, ratio: price.cacheWriteHour ?? price.cacheWrite },
    { kind: 'output', count: usage.output, ratio: price.completion },
  ]
  return {
    model_ratio: price.model,
    group_ratio: price.group,
    parts: parts.filter((part) => part.count > 0),
    reasoning: usage.reasoning,
    unit: usage.unit ?? 'token',
    is_estimate: usage.source === 'estimate',
  }
}
