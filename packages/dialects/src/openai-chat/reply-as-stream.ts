import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { DONE } from '../sse/last-frame.ts'

const frame = (data: string): string => `data: ${data}\n\n`

/** Chunks number their tool calls; whole replies do not. */
const numberedTools = (message: JsonObject): JsonObject => {
  const calls = arrayAt(message, 'tool_calls')
  return calls.length === 0 ? message : { ...message, tool_calls: calls.map((call, index) => (isObject(call) ? { ...call, index } : call)) }
}

/** Of a completion, a chunk has the form of the whole reply. */
const isCompletion = (choices: readonly JsonObject[]): boolean =>
  choices.some((choice) => textAt(choice, 'text') !== undefined && objectAt(choice, 'message') === undefined)

const chunksOf = (reply: JsonObject): readonly JsonObject[] => {
  const { choices: _, usage: __, ...head } = reply
  const choices = arrayAt(reply, 'choices').filter(isObject)
  if (isCompletion(choices)) return [{ ...head, choices }]
  const common = { ...head, object: 'chat.completion.chunk' }
  return choices.flatMap((choice) => [
    {
      ...common,
      choices: [
        {
          index: choice['index'] ?? 0,
          delta: numberedTools(objectAt(choice, 'message') ?? {}),
          logprobs: choice['logprobs'] ?? null,
          finish_reason: null,
        },
      ],
    },
    { ...common, choices: [{ index: choice['index'] ?? 0, delta: {}, finish_reason: choice['finish_reason'] ?? 'stop' }] },
  ])
}

/** The stream of a whole reply, but for the end mark. */
export const framesOfReply = (reply: JsonObject, wantsUsage: boolean): string => {
  const { usage } = reply
  const chunks = chunksOf(reply)
  const last = wantsUsage && usage !== undefined ? [{ ...chunks.at(-1), choices: [], usage }] : []
  return [...chunks, ...last].map((chunk) => frame(JSON.stringify(chunk))).join('')
}

/** Some upstreams answer a request for a stream with the whole reply at once. The caller gets it as the stream that was asked for. */
export const replyAsStream = (reply: JsonObject, wantsUsage: boolean): string => framesOfReply(reply, wantsUsage) + frame(DONE)
