import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'

export interface RenderOptions {
  /** The name upstream knows the model by. */
  readonly model: string
  /** Replaces the caller's system message, or is put before all others. Empty: the caller's own stands. */
  readonly systemPrompt: string
  /** Upstream reports the usage of a stream without being asked, or refuses to be asked. */
  readonly hasUnaskedUsage?: boolean
}

/** The caller's messages under the channel's own system prompt. */
export const withSystemPrompt = (body: JsonObject, prompt: string): readonly unknown[] => {
  const messages = arrayAt(body, 'messages')
  const rest = textAt(messages[0], 'role') === 'system' ? messages.slice(1) : messages
  return [{ role: 'system', content: prompt }, ...rest]
}

/**
 * Raw bytes may go upstream only when the model that was checked is provably the model that is sent.
 * A second "model" key, or one spelt with escapes, would let a caller name one model to us and another to upstream.
 */
export const hasOneModelKey = (rawBody: string): boolean => {
  const first = rawBody.indexOf('"model"')
  return first !== -1 && !rawBody.includes('"model"', first + 1) && !rawBody.includes('\\u')
}

/** The request body for upstream: the caller's bytes when nothing must change, else the same object with the changes applied. */
export const renderChatCall = (call: ChatCall, options: RenderOptions): string => {
  const isSameModel = options.model === call.body['model']
  const needsUsageChunk = call.isStream && !call.wantsStreamUsage && options.hasUnaskedUsage !== true
  if (isSameModel && !needsUsageChunk && options.systemPrompt === '' && hasOneModelKey(call.rawBody)) return call.rawBody
  const body: Record<string, unknown> = { ...call.body, model: options.model }
  // Without the usage chunk a stream can only be charged by estimate.
  if (needsUsageChunk) body['stream_options'] = { ...objectAt(call.body, 'stream_options'), include_usage: true }
  if (options.systemPrompt !== '' && isObject(call.body)) body['messages'] = withSystemPrompt(call.body, options.systemPrompt)
  return JSON.stringify(body)
}
