import type { JsonObject } from '@weir/dialects/json'
import type { Normalizer } from '@weir/dialects/model/provider'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'

/** By which name the caller is told of the model: by its own where the channel has another for it. Undefined: as upstream tells it. */
export const toldModel = (model: string, { modelMapping }: Pick<ChannelTarget, 'modelMapping'>): string | undefined =>
  mappedModel(model, modelMapping) === model ? undefined : model

const named = (json: JsonObject, model: string): JsonObject =>
  typeof json['model'] === 'string' && json['model'] !== model ? { ...json, model } : json

/** The same answer under the caller's name of the model. */
export const underOwnName = (normalizer: Normalizer, model: string): Normalizer => ({
  normalize: (json) => named(normalizer.normalize(json), model),
  pendingChunk: () => {
    const pending = normalizer.pendingChunk?.()
    return pending && named(pending, model)
  },
})
