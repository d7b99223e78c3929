import { readStop } from '@weir/dialects/openai-chat/read-options'
import type { JsonObject } from '@weir/dialects/json'
import type { BodyChange } from '../body.ts'

/** For upstreams that refuse a longer list of words to stop at: the first ones are kept, and the field is reported as dropped. */
export const fewStops =
  (most: number): BodyChange =>
  (body) => {
    const stop = body['stop']
    return Array.isArray(stop) && stop.length > most ? { ...body, stop: readStop(body).slice(0, most) } : body
  }

/** Whether words to stop at that could stop something are gone. */
export const losesStops = (asked: JsonObject, adapted: JsonObject): boolean =>
  Object.hasOwn(adapted, 'stop') && readStop(adapted).length < readStop(asked).length
