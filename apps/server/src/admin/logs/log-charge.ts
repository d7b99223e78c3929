import type { LogCharge } from '@weir/contract/log'
import { FEES, chargedParts, type ChargedPart, type Fee, type PriceRatios } from '@weir/ledger/price'
import type { ToolCallCounts } from '@weir/dialects/model/usage'
import { readChargeDetail } from '@weir/relay/charging/charge-detail'

const KINDS: Readonly<Record<ChargedPart['kind'], LogCharge['parts'][number]['kind']>> = {
  input: 'input',
  audioInput: 'audio_input',
  imageInput: 'image_input',
  cacheRead: 'cache_read',
  audioCacheRead: 'audio_cache_read',
  cacheWrite: 'cache_write',
  cacheWriteHour: 'cache_write_hour',
  output: 'output',
  audioOutput: 'audio_output',
  imageOutput: 'image_output',
  reasoning: 'reasoning',
}

type LogFees = NonNullable<LogCharge['fees']>

const FEE_KINDS: Readonly<Record<Fee, LogFees[number]['kind']>> = {
  webSearch: 'web_search',
  groundedPrompt: 'grounded_prompt',
  mapsGrounding: 'maps_grounding',
  fileSearch: 'file_search',
  codeInterpreter: 'code_interpreter',
  imageGeneration: 'image_generation',
  request: 'request',
}

const feesOf = (calls: ToolCallCounts, { fees }: PriceRatios): LogFees =>
  FEES.map((fee) => ({ kind: FEE_KINDS[fee], count: calls[fee] ?? 0, units: fees?.[fee] ?? 0 })).filter(({ count }) => count > 0)

/** The figures behind a charge, without the route the request took: that is not for its caller. */
export const logCharge = (detail: string): LogCharge | undefined => {
  const stored = readChargeDetail(detail)
  if (stored === undefined || stored === 'incomplete') return undefined
  const { price, usage } = stored
  const parts = chargedParts(usage, price).map(({ kind, count, ratio }) => ({ kind: KINDS[kind], count, ratio }))
  const fees = feesOf(usage.calls ?? {}, price)
  return {
    model_ratio: price.model,
    group_ratio: price.group,
    parts: parts.filter((part) => part.count > 0),
    ...(fees.length > 0 && { fees }),
    reasoning: usage.reasoning,
    unit: usage.unit ?? 'token',
    ...(usage.picture && { picture: { size: usage.picture.size, quality: usage.picture.quality } }),
    ...(usage.tier !== undefined && usage.tier !== 'default' && { tier: usage.tier }),
    is_estimate: usage.source === 'estimate',
    is_implausible: usage.implausible !== undefined,
  }
}
