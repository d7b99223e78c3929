import type { ResponsesCall } from '../model/responses-call.ts'
import { hasOneModelKey, type RenderOptions } from '../openai-chat/render-call.ts'

/** The body for an upstream that serves the endpoint itself: the caller's bytes when nothing must change. */
export const renderResponsesCall = ({ body, rawBody }: ResponsesCall, { model, systemPrompt }: RenderOptions): string => {
  if (model === body['model'] && systemPrompt === '' && hasOneModelKey(rawBody)) return rawBody
  return JSON.stringify({ ...body, model, ...(systemPrompt !== '' && { instructions: systemPrompt }) })
}
