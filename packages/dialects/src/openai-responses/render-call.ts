import type { WireCall } from '../model/caller-wire.ts'
import { hasOneModelKey, type RenderOptions } from '../openai-chat/render-call.ts'

/** The body for an upstream that serves the endpoint itself: the caller's bytes when nothing must change. */
export const renderResponsesCall = (call: WireCall, { model, systemPrompt }: RenderOptions): string => {
  const { body } = call
  if (model === body['model'] && systemPrompt === '' && hasOneModelKey(call.rawBody)) return call.rawBody
  return JSON.stringify({ ...body, model, ...(systemPrompt !== '' && { instructions: systemPrompt }) })
}
