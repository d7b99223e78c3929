import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { ToolCallCounts, ToolKind, Usage } from '@weir/dialects/model/usage'
import { searchesAlways } from '@weir/dialects/hosted-tools/search-fields'
import type { ToolFees } from '../stage-types.ts'

/** A search is sold by the call, or by the answer that rests on one. */
export const SEARCH_FEES: readonly ToolKind[] = ['webSearch', 'groundedPrompt']
const ONE_SEARCH: ToolCallCounts = { webSearch: 1 }
const ONE_OF_EITHER: ToolCallCounts = { webSearch: 1, groundedPrompt: 1 }

/** Searches that were asked for, or that a model always makes. */
export interface AskedSearch {
  /** What is charged where upstream does not tell. */
  readonly calls: ToolCallCounts
  /** Upstream's figures tell how many there were, so that none are where they tell of none. */
  readonly isTold: boolean
}

/** What a chat that asks for a search by this field is held for beside its tokens. */
export const searchesToHold = (field: string | undefined): ToolCallCounts | undefined => (field === undefined ? undefined : ONE_OF_EITHER)

/** The same where the caller's wire knows how many it allows. */
export const holdEitherFee = (calls: ToolCallCounts): ToolCallCounts =>
  calls.webSearch === undefined ? calls : { groundedPrompt: calls.webSearch, ...calls }

interface Selling {
  readonly model: string
  readonly fees: ToolFees
  readonly isTold: boolean
}

/**
 * What a chat that asks for a search by this field, or by none, is taken to have cost beside its tokens where upstream does not tell.
 * Throws where it asks for a search that has no fee: it would be served for nothing. A fee of 0 says that it is free.
 */
export const assumedSearches = (field: string | undefined, { model, fees, isTold }: Selling): AskedSearch | undefined => {
  const hasFee = (isTold ? SEARCH_FEES : (['webSearch'] as const)).some((kind) => fees?.[kind] !== undefined)
  if (field !== undefined && !hasFee) {
    const remedy = "leave it out, or have fees.webSearch set in the model's price sheet, to 0 where a search is free"
    throw new UnsupportedInput(field, `Searching the web has no price for this model: ${remedy}`)
  }
  if (!hasFee || (field === undefined && !searchesAlways(model))) return undefined
  return { calls: isTold ? ONE_OF_EITHER : ONE_SEARCH, isTold }
}

/** Upstream's own count comes before ours. */
export const searchesBeside = (usage: Usage, asked: AskedSearch | undefined): ToolCallCounts | undefined => {
  if (asked === undefined || usage.calls?.webSearch !== undefined) return undefined
  return asked.isTold && usage.source === 'upstream' ? undefined : asked.calls
}
