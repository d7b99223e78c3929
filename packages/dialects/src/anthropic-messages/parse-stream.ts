import { arrayAt, countAt, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { ChatEvent } from '../model/event.ts'
import type { FinishReason } from '../model/finish-reason.ts'
import { charactersIn } from '../model/url-citation.ts'
import { toolNames, type ToolNames } from '../openai-chat/tool-names.ts'
import { annotationsOf } from './citations.ts'
import { faultOfClaudeError } from './errors.ts'
import { finishReasonOf } from './finish.ts'
import { answersByTool } from './parse-reply.ts'
import { ClaudeSearches, isSearchCall } from './searches.ts'
import { JSON_TOOL } from './tool-fields.ts'
import { traitsOf } from './traits.ts'
import { mergeUsage, usageFromClaude } from './usage.ts'

interface ToolInput {
  /** Told with the beginning, where some upstreams put all of it. */
  readonly whole: string
  hasPieces: boolean
}

type OpenBlock =
  | { readonly kind: 'text'; readonly start: number; readonly citations: unknown[] }
  | (ToolInput & { readonly kind: 'tool'; readonly index: number })
  /** Our own tool: its input is the answer's text. */
  | (ToolInput & { readonly kind: 'answer' })
  | { readonly kind: 'thought'; readonly block: Record<string, unknown> }
  | { readonly kind: 'search'; readonly id: string; readonly whole: unknown; input: string }
  | { readonly kind: 'other' }

/** Reads the events of one answer in their order, whatever carried them. Kinds it does not know are passed over. */
export class ClaudeEventReader {
  readonly #names: ToolNames
  readonly #answersByTool: boolean
  readonly #blocks = new Map<number, OpenBlock>()
  readonly #thoughts: JsonObject[] = []
  readonly #searches = new ClaudeSearches()
  #toolCount = 0
  #textLength = 0
  #usage: JsonObject = {}
  #reason: FinishReason | undefined
  #stopSequence: string | undefined
  #refusal = ''

  constructor(call: ChatCall) {
    this.#names = toolNames(call.body)
    this.#answersByTool = answersByTool(call)
  }

  read(event: unknown): readonly ChatEvent[] {
    switch (textAt(event, 'type')) {
      case 'message_start':
        return this.#start(objectAt(objectAt(event, 'message'), 'usage'))
      case 'content_block_start':
        return this.#begin(countAt(event, 'index') ?? 0, objectAt(event, 'content_block') ?? {})
      case 'content_block_delta':
        return this.#continue(this.#blockAt(event), objectAt(event, 'delta') ?? {})
      case 'content_block_stop':
        return this.#close(this.#blockAt(event))
      case 'message_delta':
        return this.#note(event)
      case 'message_stop':
        return this.#finish()
      case 'error':
        return [failureOf(objectAt(event, 'error'))]
      default:
        return []
    }
  }

  #start(usage: JsonObject | undefined): readonly ChatEvent[] {
    this.#usage = mergeUsage(this.#usage, usage)
    const traits = traitsOf(usage)
    return traits ? [{ kind: 'traits', traits }] : []
  }

  #blockAt(event: unknown): OpenBlock | undefined {
    return this.#blocks.get(countAt(event, 'index') ?? 0)
  }

  #begin(at: number, block: JsonObject): readonly ChatEvent[] {
    const type = textAt(block, 'type') ?? ''
    if (type === 'tool_use') return this.#beginTool(at, block)
    if (type === 'thinking' || type === 'redacted_thinking') {
      this.#blocks.set(at, { kind: 'thought', block: { ...block } })
      return reasoningOf(textAt(block, 'thinking'))
    }
    if (type !== 'text') {
      this.#blocks.set(
        at,
        isSearchCall(block) ? { kind: 'search', id: textAt(block, 'id') ?? '', input: '', whole: block['input'] } : { kind: 'other' },
      )
      return this.#searches.foundIn(block).map((search) => ({ kind: 'search', search }))
    }
    this.#blocks.set(at, { kind: 'text', start: this.#textLength, citations: [...arrayAt(block, 'citations')] })
    return this.#say(textAt(block, 'text') ?? '')
  }

  #say(text: string): readonly ChatEvent[] {
    this.#textLength += charactersIn(text)
    return text === '' ? [] : [{ kind: 'text', text }]
  }

  #beginTool(at: number, block: JsonObject): readonly ChatEvent[] {
    const name = textAt(block, 'name') ?? ''
    const input: ToolInput = { whole: JSON.stringify(objectAt(block, 'input') ?? {}), hasPieces: false }
    if (this.#answersByTool && name === JSON_TOOL) {
      this.#blocks.set(at, { kind: 'answer', ...input })
      return []
    }
    const index = this.#toolCount++
    this.#blocks.set(at, { kind: 'tool', index, ...input })
    return [{ kind: 'tool-call-begun', index, id: textAt(block, 'id') ?? '', name: this.#names.fromWire(name) }]
  }

  #continue(block: OpenBlock | undefined, delta: JsonObject): readonly ChatEvent[] {
    switch (textAt(delta, 'type')) {
      case 'text_delta':
        return this.#say(textAt(delta, 'text') ?? '')
      case 'citations_delta':
        if (block?.kind === 'text') block.citations.push(delta['citation'])
        return []
      case 'thinking_delta':
        return think(block, textAt(delta, 'thinking') ?? '')
      case 'signature_delta':
        if (block?.kind === 'thought')
          block.block['signature'] = `${textAt(block.block, 'signature') ?? ''}${textAt(delta, 'signature') ?? ''}`
        return []
      case 'input_json_delta':
        return continueInput(block, textAt(delta, 'partial_json') ?? '')
      default:
        return []
    }
  }

  #close(block: OpenBlock | undefined): readonly ChatEvent[] {
    switch (block?.kind) {
      case 'thought':
        this.#thoughts.push(block.block)
        return []
      case 'search':
        this.#searches.asked(block.id, block.input === '' ? block.whole : parseJson(block.input))
        return []
      case 'text':
        return this.#cite(block)
      case 'tool':
      case 'answer':
        return block.hasPieces ? [] : continueInput(block, block.whole)
      case 'other':
      case undefined:
        return []
    }
  }

  /** Where the cited text ends is known with its block. */
  #cite({ start, citations }: OpenBlock & { kind: 'text' }): readonly ChatEvent[] {
    const annotations = annotationsOf(citations, { start, end: this.#textLength })
    return annotations.length > 0 ? [{ kind: 'annotations', annotations }] : []
  }

  #note(event: unknown): readonly ChatEvent[] {
    this.#usage = mergeUsage(this.#usage, objectAt(event, 'usage'))
    const delta = objectAt(event, 'delta')
    const reason = textAt(delta, 'stop_reason')
    if (reason !== undefined) this.#reason = finishReasonOf(reason)
    this.#stopSequence = textAt(delta, 'stop_sequence') ?? this.#stopSequence
    this.#refusal = textAt(objectAt(delta, 'stop_details'), 'explanation') ?? this.#refusal
    const usage = usageFromClaude(this.#usage)
    return usage ? [{ kind: 'usage', usage }] : []
  }

  #finish(): readonly ChatEvent[] {
    if (this.#reason === undefined) return []
    const reason = this.#reason === 'tool_calls' && this.#toolCount === 0 ? 'stop' : this.#reason
    // All thoughts at once: clients keep only the last list they were sent.
    const sealed = this.#thoughts.length > 0 ? [{ kind: 'reasoning' as const, text: '', sealed: this.#thoughts }] : []
    const refusal = this.#refusal === '' ? [] : [{ kind: 'refusal' as const, text: this.#refusal }]
    const stopSequence = this.#stopSequence
    return [...sealed, ...refusal, { kind: 'finished', reason, ...(stopSequence !== undefined && { stopSequence }) }]
  }
}

const reasoningOf = (text: string | undefined): readonly ChatEvent[] => (text ? [{ kind: 'reasoning', text }] : [])

const think = (block: OpenBlock | undefined, text: string): readonly ChatEvent[] => {
  if (block?.kind === 'thought') block.block['thinking'] = `${textAt(block.block, 'thinking') ?? ''}${text}`
  return reasoningOf(text)
}

const continueInput = (block: OpenBlock | undefined, fragment: string): readonly ChatEvent[] => {
  if (fragment === '') return []
  if (block?.kind === 'search') block.input += fragment
  if (block?.kind !== 'tool' && block?.kind !== 'answer') return []
  block.hasPieces = true
  return [block.kind === 'answer' ? { kind: 'text', text: fragment } : { kind: 'tool-call-arguments', index: block.index, fragment }]
}

const failureOf = (error: JsonObject | undefined): ChatEvent => ({
  kind: 'failed',
  failure: { fault: faultOfClaudeError(error) ?? 'broken', message: textAt(error, 'message') ?? '' },
})
