import { arrayAt, countAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import {
  decoded,
  failedWith,
  type ChatEvent,
  type ChatReply,
  type Decoded,
  type ReplyTraits,
  type ToolCall,
} from '@weir/dialects/model/event'
import type { FinishReason } from '@weir/dialects/model/finish-reason'
import { documentCitation, urlCitation } from '@weir/dialects/model/url-citation'
import type { Usage } from '@weir/dialects/model/usage'
import { readResponseFormat, readTools } from '@weir/dialects/openai-chat/read-options'
import { toolNames, type ToolNames } from '@weir/dialects/openai-chat/tool-names'
import { wordTable } from '@weir/dialects/word-table'
import { JSON_TOOL } from './tool-config.ts'

const FINISHES = wordTable<FinishReason>({
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'content_filter',
  content_filtered: 'content_filter',
})

const finishOf = (reason: string, toolCount: number): FinishReason => {
  const finish = FINISHES[reason] ?? 'stop'
  return finish === 'tool_calls' && toolCount === 0 ? 'stop' : finish
}

/** A cache that is kept for an hour costs more to write. */
const writtenForHour = (wire: JsonObject | undefined): number =>
  figureAt(
    arrayAt(wire, 'cacheDetails').find((detail) => textAt(detail, 'ttl') === '1h'),
    'inputTokens',
  ) ?? 0

/** Cached tokens are counted apart from `inputTokens` on this wire. */
const usageFromConverse = (wire: JsonObject | undefined): Usage | undefined => {
  const input = figureAt(wire, 'inputTokens')
  const output = figureAt(wire, 'outputTokens')
  if (input === undefined || output === undefined) return undefined
  const cacheRead = figureAt(wire, 'cacheReadInputTokens') ?? 0
  const cacheWrite = figureAt(wire, 'cacheWriteInputTokens') ?? 0
  const hour = Math.min(writtenForHour(wire), cacheWrite)
  return { input, cacheRead, cacheWrite, ...(hour > 0 && { cacheWriteHour: hour }), output, reasoning: 0, source: 'upstream' }
}

/** The answer comes as the input of our own tool, which the caller must not see. */
const answersByTool = (call: ChatCall): boolean =>
  readResponseFormat(call.body)?.kind === 'json-schema' && !readTools(call.body).some((tool) => tool.name === JSON_TOOL)

const reasoningText = (block: unknown): string => textAt(objectAt(objectAt(block, 'reasoningContent'), 'reasoningText'), 'text') ?? ''

const isSealed = (block: JsonObject): boolean => {
  const thought = objectAt(block, 'reasoningContent')
  return textAt(objectAt(thought, 'reasoningText'), 'signature') !== undefined || textAt(thought, 'redactedContent') !== undefined
}

/** Text that rests on sources comes in a block of its own kind. */
const textOfBlock = (block: JsonObject): string =>
  textAt(block, 'text') ??
  arrayAt(objectAt(block, 'citationsContent'), 'content')
    .map((part) => textAt(part, 'text') ?? '')
    .join('')

const DOCUMENT_LOCATIONS = ['documentChar', 'documentPage', 'documentChunk'] as const

const annotationOf = (citation: unknown, range: { readonly start: number; readonly end: number }): readonly JsonObject[] => {
  const [location, title] = [objectAt(citation, 'location'), textAt(citation, 'title') ?? '']
  const url = textAt(objectAt(location, 'web'), 'url')
  if (url !== undefined) return [urlCitation({ url, title, ...range })]
  const place = DOCUMENT_LOCATIONS.map((kind) => countAt(objectAt(location, kind), 'documentIndex')).find((index) => index !== undefined)
  return place === undefined ? [] : [documentCitation({ id: `document-${place}`, title, ...range })]
}

/** The sources of every block of text, placed in the text of all blocks. */
const sourcesOf = (blocks: readonly JsonObject[]): readonly JsonObject[] => {
  let start = 0
  return blocks.flatMap((block) => {
    const range = { start, end: start + textOfBlock(block).length }
    start = range.end
    return arrayAt(objectAt(block, 'citationsContent'), 'citations').flatMap((citation) => annotationOf(citation, range))
  })
}

/** The tiers that OpenAI's clients know too. */
const TIERS: readonly string[] = ['default', 'priority', 'flex']

const traitsOf = (json: unknown): ReplyTraits | undefined => {
  const serviceTier = textAt(objectAt(json, 'serviceTier'), 'type') ?? ''
  return TIERS.includes(serviceTier) ? { serviceTier } : undefined
}

const inputText = (use: JsonObject): string => JSON.stringify(objectAt(use, 'input') ?? {})

const readReply = (json: JsonObject, call: ChatCall): ChatReply => {
  const blocks = arrayAt(objectAt(objectAt(json, 'output'), 'message'), 'content').filter(isObject)
  const names = toolNames(call.body)
  const uses = blocks.map((block) => objectAt(block, 'toolUse')).filter((use) => use !== undefined)
  const answer = answersByTool(call) ? uses.find((use) => textAt(use, 'name') === JSON_TOOL) : undefined
  const toolCalls = uses
    .filter((use) => use !== answer)
    .map((use): ToolCall => ({
      id: textAt(use, 'toolUseId') ?? '',
      name: names.fromWire(textAt(use, 'name') ?? ''),
      arguments: inputText(use),
    }))
  const sealed = blocks.filter(isSealed)
  const annotations = answer ? [] : sourcesOf(blocks)
  const traits = traitsOf(json)
  return {
    text: answer ? inputText(answer) : blocks.map(textOfBlock).join(''),
    reasoning: blocks.map(reasoningText).join(''),
    ...(sealed.length > 0 && { sealedReasoning: sealed }),
    ...(annotations.length > 0 && { annotations }),
    ...(traits && { traits }),
    toolCalls,
    finishReason: finishOf(textAt(json, 'stopReason') ?? '', toolCalls.length),
    usage: usageFromConverse(objectAt(json, 'usage')),
  }
}

export const parseConverseReply = (body: string, call: ChatCall): Decoded<ChatReply> => {
  const json = parseJson(body)
  if (!isObject(json) || objectAt(objectAt(json, 'output'), 'message') === undefined) return failedWith('broken')
  return textAt(json, 'stopReason') === undefined ? failedWith('broken') : decoded(readReply(json, call))
}

type OpenBlock = { readonly kind: 'tool'; readonly index: number; hasArguments: boolean } | { readonly kind: 'answer' }

interface CitedText {
  readonly start: number
  readonly citations: unknown[]
}

interface Thought {
  text: string
  signature: string
  redacted: string
}

const sealedBlock = ({ text, signature, redacted }: Thought): JsonObject =>
  redacted === '' ? { reasoningContent: { reasoningText: { text, signature } } } : { reasoningContent: { redactedContent: redacted } }

/** Reads the events of one streamed answer. The name of an event comes from its message's header. */
export class ConverseEventReader {
  readonly #names: ToolNames
  readonly #answersByTool: boolean
  readonly #blocks = new Map<number, OpenBlock>()
  readonly #thoughts = new Map<number, Thought>()
  readonly #texts = new Map<number, CitedText>()
  #toolCount = 0
  #textLength = 0

  constructor(call: ChatCall) {
    this.#names = toolNames(call.body)
    this.#answersByTool = answersByTool(call)
  }

  read(name: string, event: unknown): readonly ChatEvent[] {
    const at = countAt(event, 'contentBlockIndex') ?? 0
    switch (name) {
      case 'contentBlockStart':
        return this.#begin(at, objectAt(objectAt(event, 'start'), 'toolUse'))
      case 'contentBlockDelta':
        return this.#continue(at, objectAt(event, 'delta') ?? {})
      case 'contentBlockStop':
        return this.#close(at)
      case 'messageStop':
        return this.#finish(textAt(event, 'stopReason') ?? '')
      case 'metadata': {
        // Comes after the end of the answer.
        const [usage, traits] = [usageFromConverse(objectAt(event, 'usage')), traitsOf(event)]
        return [...(traits ? [{ kind: 'traits' as const, traits }] : []), ...(usage ? [{ kind: 'usage' as const, usage }] : [])]
      }
      default:
        return []
    }
  }

  #begin(at: number, use: JsonObject | undefined): readonly ChatEvent[] {
    if (use === undefined) return []
    const name = textAt(use, 'name') ?? ''
    if (this.#answersByTool && name === JSON_TOOL) {
      this.#blocks.set(at, { kind: 'answer' })
      return []
    }
    const index = this.#toolCount++
    this.#blocks.set(at, { kind: 'tool', index, hasArguments: false })
    return [{ kind: 'tool-call-begun', index, id: textAt(use, 'toolUseId') ?? '', name: this.#names.fromWire(name) }]
  }

  #continue(at: number, delta: JsonObject): readonly ChatEvent[] {
    const thought = objectAt(delta, 'reasoningContent')
    if (thought) return this.#think(at, thought)
    const fragment = textAt(objectAt(delta, 'toolUse'), 'input')
    if (fragment !== undefined) return this.#continueInput(at, fragment)
    return this.#say(at, textAt(delta, 'text') ?? '', objectAt(delta, 'citation'))
  }

  #say(at: number, text: string, citation: JsonObject | undefined): readonly ChatEvent[] {
    if (text === '' && citation === undefined) return []
    const cited = this.#texts.get(at) ?? { start: this.#textLength, citations: [] }
    this.#texts.set(at, cited)
    if (citation) cited.citations.push(citation)
    this.#textLength += text.length
    return text === '' ? [] : [{ kind: 'text', text }]
  }

  /** Where the cited text ends is known with its block. */
  #cite({ start, citations }: CitedText): readonly ChatEvent[] {
    const annotations = citations.flatMap((citation) => annotationOf(citation, { start, end: this.#textLength }))
    return annotations.length > 0 ? [{ kind: 'annotations', annotations }] : []
  }

  #continueInput(at: number, fragment: string): readonly ChatEvent[] {
    const block = this.#blocks.get(at)
    if (block === undefined || fragment === '') return []
    if (block.kind === 'answer') return [{ kind: 'text', text: fragment }]
    block.hasArguments = true
    return [{ kind: 'tool-call-arguments', index: block.index, fragment }]
  }

  #think(at: number, delta: JsonObject): readonly ChatEvent[] {
    const thought = this.#thoughts.get(at) ?? { text: '', signature: '', redacted: '' }
    const text = textAt(delta, 'text') ?? ''
    thought.text += text
    thought.signature += textAt(delta, 'signature') ?? ''
    thought.redacted += textAt(delta, 'redactedContent') ?? ''
    this.#thoughts.set(at, thought)
    return text === '' ? [] : [{ kind: 'reasoning', text }]
  }

  #close(at: number): readonly ChatEvent[] {
    const text = this.#texts.get(at)
    if (text) return this.#cite(text)
    const block = this.#blocks.get(at)
    return block?.kind === 'tool' && !block.hasArguments ? [{ kind: 'tool-call-arguments', index: block.index, fragment: '{}' }] : []
  }

  #finish(reason: string): readonly ChatEvent[] {
    const sealed = [...this.#thoughts.values()].filter((thought) => thought.signature !== '' || thought.redacted !== '').map(sealedBlock)
    const finished: ChatEvent = { kind: 'finished', reason: finishOf(reason, this.#toolCount) }
    return sealed.length > 0 ? [{ kind: 'reasoning', text: '', sealed }, finished] : [finished]
  }
}
