import { catalog } from '@weir/contract/catalog/catalog'
import type { ModelLimits } from '@weir/relay/asked'

const limits: ReadonlyMap<string, ModelLimits> = new Map(
  [...catalog].map(([model, { maxOutput, can }]) => [model, { maxOutput, isReasoning: can?.includes('reasoning') === true }]),
)

export const modelLimits = (model: string): ModelLimits | undefined => limits.get(model)
