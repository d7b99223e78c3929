import { arrayAt, objectAt, textAt, type JsonObject } from '../../json.ts'
import type { WireSummary, WireTap } from '../../model/caller-wire.ts'
import type { WireError } from '../../model/wire-error.ts'
import type { ToolCallCounts, Usage } from '../../model/usage.ts'
import { GroundingCounter, type GroundingTools } from '../grounding.ts'
import type { ReportedTier } from '../../service-tier.ts'
import { tierFromGemini, usageFromGemini } from '../read-usage.ts'
import { ChunkFrames } from './chunk-frames.ts'

const textOfPart = (part: unknown): string => {
  const call = objectAt(part, 'functionCall')
  const called = call === undefined ? '' : (textAt(call, 'name') ?? '') + JSON.stringify(objectAt(call, 'args') ?? {})
  const code = textAt(objectAt(part, 'executableCode'), 'code') ?? textAt(objectAt(part, 'codeExecutionResult'), 'output') ?? ''
  return (textAt(part, 'text') ?? '') + called + code
}

const isTold = (reason: string | undefined): boolean => reason !== undefined && !reason.endsWith('UNSPECIFIED')

const partsOf = (candidate: unknown): readonly unknown[] => arrayAt(objectAt(candidate, 'content'), 'parts')

const isFinished = (candidate: unknown): boolean => isTold(textAt(candidate, 'finishReason'))

const withCalls = (usage: Usage | undefined, calls: ToolCallCounts | undefined): Usage | undefined =>
  usage === undefined || calls === undefined ? usage : { ...usage, calls }

/** Reads a chunk; a whole reply is a single one. */
export const inspectChunk = (json: unknown, grounding: GroundingCounter): WireSummary => {
  const chunk = Array.isArray(json) ? (json[0] as unknown) : json
  const usage = objectAt(chunk, 'usageMetadata')
  const candidates = arrayAt(chunk, 'candidates')
  // A prompt that is refused has no candidate, and yet that is the answer.
  const isBlocked = candidates.length === 0 && isTold(textAt(objectAt(chunk, 'promptFeedback'), 'blockReason'))
  let hasFinished = isBlocked
  // Until its first part another channel can still answer.
  let hasParts = false
  let text = ''
  for (const candidate of candidates) {
    grounding.note(candidate)
    if (isFinished(candidate)) hasFinished = true
    for (const part of partsOf(candidate)) {
      hasParts = true
      text += textOfPart(part)
    }
  }
  const calls = grounding.counts()
  return {
    usage: usage && withCalls(usageFromGemini(usage), calls),
    ...(calls && { calls }),
    hasFinished,
    hasOutput: hasFinished || hasParts,
    error: objectAt(chunk, 'error'),
    text,
  }
}

/** A stream that is no events is a list of chunks, and a whole answer is one. */
export const chunksAsStream = (whole: unknown): string => {
  const chunks: readonly unknown[] = Array.isArray(whole) ? whole : [whole]
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
}

/** Follows the chunks of an answer and writes them as the caller wants them framed. */
export class ContentTap implements WireTap {
  readonly words = /"text": ?"/
  readonly #frames: ChunkFrames
  readonly write: WireTap['write']
  readonly end: WireTap['end']

  readonly #grounding: GroundingCounter
  #tier: ReportedTier | undefined

  constructor(isArray: boolean, tools: GroundingTools) {
    this.#grounding = new GroundingCounter(tools)
    this.#frames = new ChunkFrames(isArray)
    this.write = isArray ? (data) => this.#frames.chunk(data) : undefined
    this.end = isArray ? () => this.#frames.end() : undefined
  }

  read = (event: JsonObject): WireSummary => {
    this.#tier = tierFromGemini(objectAt(event, 'usageMetadata')) ?? this.#tier
    return inspectChunk(event, this.#grounding)
  }

  tier = (): ReportedTier | undefined => this.#tier
  calls = (): ToolCallCounts | undefined => this.#grounding.counts()
  failure = (error: WireError): Uint8Array => this.#frames.failure(error)
}
