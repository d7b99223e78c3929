import { amountOf, arrayAt, figureAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { promptTokensOf, type Usage } from '../model/usage.ts'
import { usageFromWire } from '../openai-chat/usage.ts'
import { usageFromResponse } from '../openai-responses/usage.ts'

const plain = (input: number, output: number): Usage => ({ input, cacheRead: 0, cacheWrite: 0, output, reasoning: 0, source: 'upstream' })

const durationUsage = (value: unknown): Usage | undefined => {
  const seconds = amountOf(value)
  return seconds === undefined ? undefined : { ...plain(Math.ceil(seconds * 1000), 0), unit: 'millisecond' }
}

/** Embeddings and rerankers often report a total or a prompt alone. */
const totalUsage = (usage: JsonObject): Usage | undefined => {
  const total = figureAt(usage, 'total_tokens') ?? figureAt(usage, 'prompt_tokens')
  return total === undefined ? undefined : plain(total, 0)
}

/** Whether an entry of a reply, or an event, holds a picture. */
export const isPicture = (entry: unknown): boolean => ['b64_json', 'url'].some((name) => textAt(entry, name) !== undefined)

/** Pictures that cost the same whatever their size. They are counted in thousandths. */
export const drawnUsage = (count: number): Usage => ({ ...plain(count * 1000, 0), unit: 'image' })

/** How many pictures a reply holds. */
export const picturesIn = (json: unknown): number => arrayAt(json, 'data').filter(isPicture).length

/** Older models of pictures do not say what their output is: nothing but pictures. */
const drawn = (usage: Usage | undefined, json: JsonObject, wire: JsonObject): Usage | undefined =>
  usage !== undefined && objectAt(wire, 'output_tokens_details') === undefined && [json, ...arrayAt(json, 'data')].some(isPicture)
    ? { ...usage, imageOutput: usage.output }
    : usage

/** Speech is nothing but sound. */
const spoken = (usage: Usage | undefined, json: JsonObject): Usage | undefined =>
  usage !== undefined && usage.output > 0 && json['type'] === 'speech.audio.done' ? { ...usage, audioOutput: usage.output } : usage

const told = (json: JsonObject): Usage | undefined => {
  const usage = objectAt(json, 'usage')
  if (usage === undefined) return durationUsage(json['duration'])
  if (textAt(usage, 'type') === 'duration') return durationUsage(usage['seconds'])
  // Images and speech name their tokens as a response does, and not as a chat.
  return spoken(drawn(usageFromResponse(usage), json, usage), json) ?? usageFromWire(usage) ?? totalUsage(usage)
}

/** Nothing is made of nothing: servers that do not count write zeros. */
export const orNone = (usage: Usage | undefined): Usage | undefined =>
  usage === undefined || promptTokensOf(usage) + usage.output === 0 ? undefined : usage

/** What a whole reply of any task, or the last event of one, says it used; undefined when it says nothing. */
export const usageOfTaskReply = (json: unknown): Usage | undefined => (isObject(json) ? orNone(told(json)) : undefined)
