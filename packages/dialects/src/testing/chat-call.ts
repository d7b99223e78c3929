import type { JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'

/** A chat with this body, as it is after parsing. */
export const chatCall = (body: JsonObject): ChatCall => ({
  model: 'm',
  isStream: false,
  wantsStreamUsage: false,
  maxOutputTokens: undefined,
  choices: 1,
  promptBytes: 1,
  dropped: [],
  rawBody: JSON.stringify(body),
  body,
})
