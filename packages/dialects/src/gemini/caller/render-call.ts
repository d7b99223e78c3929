import type { JsonObject } from '../../json.ts'
import type { WireCall } from '../../model/caller-wire.ts'
import { hasSeals, withoutSeals } from './seals.ts'

/** A field that stands there twice may be read in another way there than here, and these cost money. Escapes could hide one. */
const PRICED = /\\u|service_?tier|search|maps|retrieval/i

/** The object for an upstream that speaks this wire. The very same one where nothing must change. */
export const ownBodyOf = ({ body, rawBody }: WireCall, systemPrompt: string): JsonObject => {
  const plain = hasSeals(rawBody) ? withoutSeals(body) : body
  return systemPrompt === '' ? plain : { ...plain, systemInstruction: { parts: [{ text: systemPrompt }] } }
}

/** The body for an upstream that speaks this wire: the caller's bytes when nothing must change. The model stands in the address. */
export const renderOwnCall = (call: WireCall, systemPrompt: string): string => {
  const body = ownBodyOf(call, systemPrompt)
  return body === call.body && !PRICED.test(call.rawBody) ? call.rawBody : JSON.stringify(body)
}

/** To count what a whole request comes to, the developers' endpoint wants all of it, and contents alone by themselves. */
export const renderOwnCount = (call: WireCall, systemPrompt: string, model: string): string => {
  const body = ownBodyOf(call, systemPrompt)
  const { contents, ...rest } = body
  return JSON.stringify(Object.keys(rest).length === 0 ? { contents } : { generateContentRequest: { ...body, model: `models/${model}` } })
}
