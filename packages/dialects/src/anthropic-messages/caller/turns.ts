import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import type { SealedReasoning } from '../../model/event.ts'
import { chatPartOf, contentOf, markOf, typeOf } from './parts.ts'
import { unsealBlock, unsealId } from './seals.ts'

/** What Anthropic's own tools did and found: it stands in the words that follow. */
const RUN_BY_UPSTREAM = /^server_tool_use$|^mcp_tool_use$|_tool_result$|^container_upload$|^compaction$/

export const isRunByUpstream = (block: unknown): boolean => RUN_BY_UPSTREAM.test(typeOf(block)) && typeOf(block) !== 'tool_result'

const blocksOf = (message: JsonObject): readonly unknown[] => {
  const { content } = message
  return typeof content === 'string' ? [{ type: 'text', text: content }] : arrayAt(message, 'content')
}

const FAILED = 'Error: '

/** A chat has no sign for a result that is an error; the model is told in words. */
const asError = (parts: readonly JsonObject[]): readonly JsonObject[] => {
  const [first, ...rest] = parts
  if (first?.['type'] !== 'text') return [{ type: 'text', text: FAILED }, ...parts]
  const text = textAt(first, 'text') ?? ''
  return [{ ...first, text: /^error\b/i.test(text) ? text : `${FAILED}${text}` }, ...rest]
}

const partsOfResult = (block: JsonObject, param: string): readonly JsonObject[] => {
  const { content } = block
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : arrayAt(block, 'content')
  return parts.map((part, at) => chatPartOf(part, `${param}.content[${at}]`))
}

/** The mark of a result covers all of it, and so stands on its last part. */
const withMark = (parts: readonly JsonObject[], mark: JsonObject): readonly JsonObject[] => {
  if (mark['cache_control'] === undefined) return parts
  const last = parts.at(-1) ?? { type: 'text', text: '' }
  return [...parts.slice(0, -1), { ...last, ...mark }]
}

const resultOf = (block: JsonObject, param: string): JsonObject => {
  const parts = partsOfResult(block, param)
  const told = block['is_error'] === true ? asError(parts) : parts
  return {
    role: 'tool',
    tool_call_id: unsealId(textAt(block, 'tool_use_id') ?? '').id,
    content: contentOf(withMark(told, markOf(block))),
  }
}

const isResult = (block: unknown): block is JsonObject => isObject(block) && typeOf(block) === 'tool_result'

/** Results answer the calls before them and so come first. */
const userMessages = (message: JsonObject, param: string): readonly JsonObject[] => {
  const placed = blocksOf(message).map((block, at) => ({ block, param: `${param}[${at}]` }))
  const results = placed.flatMap(({ block, param: place }) => (isResult(block) ? [resultOf(block, place)] : []))
  const parts = placed.flatMap(({ block, param: place }) => (isResult(block) || isRunByUpstream(block) ? [] : [chatPartOf(block, place)]))
  return parts.length === 0 ? results : [...results, { role: 'user', content: contentOf(parts) }]
}

const toolCallOf = (block: JsonObject): JsonObject => {
  const { id, signature } = unsealId(textAt(block, 'id') ?? '')
  return {
    id,
    type: 'function',
    function: { name: textAt(block, 'name') ?? '', arguments: JSON.stringify(objectAt(block, 'input') ?? {}) },
    ...(signature !== undefined && { extra_content: { google: { thought_signature: signature } } }),
    ...markOf(block),
  }
}

/** Thoughts as whoever signed them wrote them. */
const sealedOf = (blocks: readonly JsonObject[]): SealedReasoning => blocks.flatMap((block) => unsealBlock(block) ?? [block])

const assistantMessage = (message: JsonObject, param: string): JsonObject => {
  const blocks = blocksOf(message).filter(isObject)
  const texts = blocks.filter((block) => typeOf(block) === 'text')
  const thoughts = blocks.filter((block) => /^(redacted_)?thinking$/.test(typeOf(block)))
  const calls = blocks.filter((block) => typeOf(block) === 'tool_use').map(toolCallOf)
  const reasoning = thoughts.map((block) => textAt(block, 'thinking') ?? '').join('')
  const sealed = sealedOf(thoughts)
  const content = contentOf(texts.map((block) => chatPartOf(block, `${param}[${blocks.indexOf(block)}]`)))
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : content,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(sealed.length > 0 && { thinking_blocks: sealed }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Claude Code tells Anthropic what to bill in a block that differs from call to call, and so would keep every other upstream from caching. */
const isForBilling = (part: JsonObject): boolean => (textAt(part, 'text') ?? '').startsWith('x-anthropic-billing-header')

const systemContent = (system: unknown, param: string): string | readonly JsonObject[] => {
  if (typeof system === 'string') return system
  const blocks: readonly unknown[] = Array.isArray(system) ? system : []
  const parts = blocks.map((block, at) => chatPartOf(block, `${param}[${at}]`)).filter((part) => !isForBilling(part))
  const plain = contentOf(parts)
  return typeof plain === 'string' ? parts.map((part) => textAt(part, 'text') ?? '').join('\n\n') : plain
}

const systemMessages = (system: unknown, param: string): readonly JsonObject[] => {
  const content = systemContent(system, param)
  return content.length === 0 ? [] : [{ role: 'system', content }]
}

const messagesOfTurn = (message: unknown, at: number): readonly JsonObject[] => {
  if (!isObject(message)) return []
  const param = `messages[${at}].content`
  switch (message['role']) {
    case 'assistant':
      return [assistantMessage(message, param)]
    case 'system':
      return systemMessages(message['content'], param)
    default:
      return userMessages(message, param)
  }
}

/** The conversation as the messages of a chat. */
export const chatMessagesOf = (body: JsonObject): readonly JsonObject[] => [
  ...systemMessages(body['system'], 'system'),
  ...arrayAt(body, 'messages').flatMap(messagesOfTurn),
]
