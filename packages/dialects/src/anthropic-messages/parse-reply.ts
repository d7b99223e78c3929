import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import { decoded, failedWith, type ChatReply, type Decoded, type ToolCall, type WebSearch } from '../model/event.ts'
import { charactersIn } from '../model/url-citation.ts'
import { readResponseFormat, readTools } from '../openai-chat/read-options.ts'
import { toolNames } from '../openai-chat/tool-names.ts'
import { annotationsOf } from './citations.ts'
import { faultOfClaudeError } from './errors.ts'
import { finishReasonOf } from './finish.ts'
import { ClaudeSearches, isSearchCall } from './searches.ts'
import { JSON_TOOL } from './tool-fields.ts'
import { traitsOf } from './traits.ts'
import { usageFromClaude } from './usage.ts'

/** The answer comes as the input of our own tool, which the caller must not see. */
export const answersByTool = (call: ChatCall): boolean =>
  readResponseFormat(call.body)?.kind === 'json-schema' && !readTools(call.body).some((tool) => tool.name === JSON_TOOL)

const isThought = (block: unknown): block is JsonObject => {
  const type = textAt(block, 'type')
  return type === 'thinking' || type === 'redacted_thinking'
}

const joinedText = (blocks: readonly unknown[], type: string, member: string): string =>
  blocks.map((block) => (textAt(block, 'type') === type ? (textAt(block, member) ?? '') : '')).join('')

/** The sources of every block of text, placed in the text of all blocks. */
const sourcesOf = (blocks: readonly unknown[]): readonly JsonObject[] => {
  let start = 0
  return blocks.flatMap((block) => {
    if (textAt(block, 'type') !== 'text') return []
    const range = { start, end: start + charactersIn(textAt(block, 'text') ?? '') }
    start = range.end
    return annotationsOf(arrayAt(block, 'citations'), range)
  })
}

const searchesOf = (blocks: readonly unknown[]): readonly WebSearch[] => {
  const searches = new ClaudeSearches()
  return blocks.flatMap((block) => {
    if (isSearchCall(block)) searches.asked(textAt(block, 'id') ?? '', objectAt(block, 'input'))
    return searches.foundIn(block)
  })
}

/** What only some answers hold. */
const extrasOf = (message: JsonObject): Partial<ChatReply> => {
  const searches = searchesOf(arrayAt(message, 'content'))
  const explanation = textAt(objectAt(message, 'stop_details'), 'explanation') ?? ''
  const stopSequence = textAt(message, 'stop_sequence')
  const traits = traitsOf(objectAt(message, 'usage'))
  return {
    ...(explanation !== '' && { refusal: explanation }),
    ...(searches.length > 0 && { searches }),
    ...(traits && { traits }),
    ...(stopSequence !== undefined && { stopSequence }),
  }
}

const inputText = (block: unknown): string => JSON.stringify(objectAt(block, 'input') ?? {})

const readReply = (message: JsonObject, call: ChatCall): ChatReply => {
  const blocks = arrayAt(message, 'content')
  const names = toolNames(call.body)
  const uses = blocks.filter((block) => textAt(block, 'type') === 'tool_use')
  const answer = answersByTool(call) ? uses.find((block) => textAt(block, 'name') === JSON_TOOL) : undefined
  const toolCalls = uses
    .filter((block) => block !== answer)
    .map((block): ToolCall => ({
      id: textAt(block, 'id') ?? '',
      name: names.fromWire(textAt(block, 'name') ?? ''),
      arguments: inputText(block),
    }))
  const thoughts = blocks.filter(isThought)
  const annotations = answer ? [] : sourcesOf(blocks)
  const usage = objectAt(message, 'usage')
  const reason = finishReasonOf(textAt(message, 'stop_reason') ?? '')
  return {
    text: answer ? inputText(answer) : joinedText(blocks, 'text', 'text'),
    reasoning: joinedText(blocks, 'thinking', 'thinking'),
    ...(thoughts.length > 0 && { sealedReasoning: thoughts }),
    ...(annotations.length > 0 && { annotations }),
    ...extrasOf(message),
    toolCalls,
    finishReason: reason === 'tool_calls' && toolCalls.length === 0 ? 'stop' : reason,
    usage: usage && usageFromClaude(usage),
  }
}

/** A whole reply, or the error that stands in its place. */
export const parseClaudeReply = (body: string, call: ChatCall): Decoded<ChatReply> => {
  const message = parseJson(body)
  if (!isObject(message)) return failedWith('broken')
  const error = objectAt(message, 'error')
  if (error) return failedWith(faultOfClaudeError(error) ?? 'broken', textAt(error, 'message'))
  if (!Array.isArray(message['content']) || textAt(message, 'stop_reason') === undefined) return failedWith('broken')
  return decoded(readReply(message, call))
}
