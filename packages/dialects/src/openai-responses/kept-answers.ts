import { objectAt, textAt, type JsonObject } from '../json.ts'
import type { KeptAnswers } from '../model/caller-wire.ts'

const EARLIER = 'previous_response_id'

/** What of a reply or an event is an answer, or tells of one. */
const answerIn = (json: JsonObject): JsonObject | undefined =>
  objectAt(json, 'response') ?? (textAt(json, 'object')?.startsWith('response') === true ? json : undefined)

/** Upstream keeps responses under ids of its own, and a call may go on from one. */
export const keptAnswers: KeptAnswers = {
  param: EARLIER,
  earlierIn: (body) => textAt(body, EARLIER),
  withEarlier: (body, id) => ({ ...body, [EARLIER]: id }),
  idsIn: (json) => {
    const answer = answerIn(json)
    if (answer === undefined) return []
    return ['id', EARLIER].flatMap((field) => textAt(answer, field) || [])
  },
  isMissing: (error) => textAt(error, 'code') === 'previous_response_not_found',
}
