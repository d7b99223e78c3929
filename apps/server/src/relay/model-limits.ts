import type { ModelLimits } from '@weir/relay/asked'
import type { Settings } from '../settings/settings.ts'
import { sheetInForce } from './sheet-in-force.ts'

/** What a model can produce: as the operator's own sheet says, or the catalogue. */
export const modelLimits = (model: string, settings: Settings): ModelLimits | undefined => {
  const sheet = sheetInForce(model, settings)
  return sheet && { maxOutput: sheet.maxOutput, isReasoning: sheet.can?.includes('reasoning') === true }
}
