import { isObject, textAt, type JsonObject } from '../json.ts'
import type { WireCall } from '../model/caller-wire.ts'
import { hasOneModelKey, type RenderOptions } from '../openai-chat/render-call.ts'
import { isMadeHere, withoutId } from './item-references.ts'
import { isSealedHere } from './sealed-reasoning.ts'

/** Another upstream's thought: sealed in our way, or in plain words under an id that OpenAI never gave out. */
const isOwnThought = (item: unknown): boolean => {
  if (!isObject(item) || item['type'] !== 'reasoning') return false
  const seal = textAt(item, 'encrypted_content')
  return seal === undefined ? isMadeHere(item) : isSealedHere(seal)
}

/** A conversation that went on elsewhere, without what OpenAI would refuse. The very same object where there is nothing of the kind. */
const withoutOwnThoughts = (body: JsonObject): JsonObject => {
  const { input } = body
  if (!Array.isArray(input) || !input.some(isOwnThought)) return body
  const kept = input.filter((item) => !isOwnThought(item))
  return { ...body, input: kept.map((item: unknown) => (isObject(item) && isMadeHere(item) ? withoutId(item) : item)) }
}

/** The body for an upstream that serves the endpoint itself: the caller's bytes when nothing must change. */
export const renderResponsesCall = (call: WireCall, { model, systemPrompt }: RenderOptions): string => {
  const body = call.rawBody.includes('"reasoning"') ? withoutOwnThoughts(call.body) : call.body
  if (body === call.body && model === body['model'] && systemPrompt === '' && hasOneModelKey(call.rawBody)) return call.rawBody
  return JSON.stringify({ ...body, model, ...(systemPrompt !== '' && { instructions: systemPrompt }) })
}
