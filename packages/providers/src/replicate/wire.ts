import type { JsonObject } from '@weir/dialects/json'

/** What a model takes differs from model to model, so the input has no shape of its own. */
export interface PredictionRequest {
  readonly version?: string
  readonly input: JsonObject
  readonly stream?: true
}
