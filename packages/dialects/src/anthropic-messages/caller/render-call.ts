import type { JsonObject } from '../../json.ts'
import type { WireCall } from '../../model/caller-wire.ts'
import { hasOneModelKey, type RenderOptions } from '../../openai-chat/render-call.ts'
import { hasSeals, withoutSeals } from './seals.ts'

/** A field that stands there twice may be read in another way there than here, and these cost money. Escapes could hide one. */
const PRICED = /\\u|web_search|code_execution/

/** The object for an upstream that speaks this wire. The very same one where nothing must change. */
export const messagesBodyOf = ({ body, rawBody }: WireCall, systemPrompt: string): JsonObject => {
  const plain = hasSeals(rawBody) ? withoutSeals(body) : body
  return systemPrompt === '' ? plain : { ...plain, system: systemPrompt }
}

/** The body for such an upstream: the caller's bytes when nothing must change. */
export const renderMessagesCall = (call: WireCall, { model, systemPrompt }: RenderOptions): string => {
  const body = messagesBodyOf(call, systemPrompt)
  const isSame = body === call.body && model === body['model'] && hasOneModelKey(call.rawBody) && !PRICED.test(call.rawBody)
  return isSame ? call.rawBody : JSON.stringify({ ...body, model })
}
