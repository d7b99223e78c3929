import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { ToolCallCounts, Usage } from '@weir/dialects/model/usage'
import { searchesAlways } from '@weir/dialects/hosted-tools/search-fields'
import type { ToolFees } from '../stage-types.ts'

const ONE_SEARCH: ToolCallCounts = { webSearch: 1 }

/** What a chat that asks for a search by this field is held for beside its tokens. */
export const searchesToHold = (field: string | undefined): ToolCallCounts | undefined => (field === undefined ? undefined : ONE_SEARCH)

/**
 * What a chat that asks for a search by this field, or by none, is taken to have cost beside its tokens where upstream does not tell. Throws where it asks for a search that has no fee:
 * it would be served for nothing. A fee of 0 says that it is free.
 */
export const assumedSearches = (field: string | undefined, model: string, fees: ToolFees): ToolCallCounts | undefined => {
  const hasFee = fees?.webSearch !== undefined
  if (field !== undefined && !hasFee) {
    const remedy = "leave it out, or have fees.webSearch set in the model's price sheet, to 0 where a search is free"
    throw new UnsupportedInput(field, `Searching the web has no price for this model: ${remedy}`)
  }
  return hasFee && (field !== undefined || searchesAlways(model)) ? ONE_SEARCH : undefined
}

/** Upstream's own count comes before ours. */
export const searchesBeside = (usage: Usage, assumed: ToolCallCounts | undefined): ToolCallCounts | undefined =>
  usage.calls?.webSearch === undefined ? assumed : undefined
