import { isObject } from '@weir/dialects/json'
import { largerCalls, promptTokensOf, usageParts, withCountedPrompt, type ToolCallCounts, type Usage } from '@weir/dialects/model/usage'
import type { Asked, ModelLimits } from '../asked.ts'

export interface BoundContext {
  readonly asked: Asked
  /** Set by the channel in place of the caller's. */
  readonly systemPrompt: string
  readonly limits: ModelLimits | undefined
  /** What has reached the caller so far. */
  readonly producedCharacters: number
}

/** A character has at most three bytes per UTF-16 unit, and no tokenizer makes more than one token of a byte. */
const TOKENS_PER_CHARACTER = 3
/** Prompts that providers and apps put before the caller's, and the words around tools. */
const HIDDEN_PROMPT = 32_768
/** The most expensive picture sold costs about 48 000 tokens. */
const TOKENS_PER_IMAGE = 65_536
/** The largest context window sold: files, recordings and searches may fill it without standing in the body. */
const TOKENS_OF_REFERENCES = 2_097_152
/** End marks, tool calls and rounding beyond the caller's limit. */
const OUTPUT_SLACK = 1024
/** Some upstreams count the limit in tokens of another tokenizer. */
const LIMIT_FACTOR = 2
const DEFAULT_MAX_OUTPUT = 131_072
/** The largest thinking budget sold; several upstreams leave it out of the caller's limit. */
const HIDDEN_REASONING = 131_072
/** Thirty times the largest context window sold: no caller can make an honest upstream report more. */
const MOST_OF_ANY_REQUEST = 67_108_864
/** The same for what is not counted in tokens. */
const BEYOND_ANY_UNIT = 1000
/** Speech at 4 kbit/s, a 32nd of the rate that the estimate assumes where no head tells the length; and providers that charge a whole minute. */
const SLOWEST_SPEECH = 32
const MINUTE_MS = 60_000
/** Upstream's own default of pictures, and scripts whose characters count twice. */
const UNIT_FACTOR = 4
const UNITS_PER_IMAGE = 1000
/** A reranker charges per hundred documents; none is shorter than a character. */
const CHARACTERS_PER_QUERY = 100

const IMAGE = /image/i
const REFERENCE =
  /audio|video|file|document|previous_response|conversation|search|reference|plugin|mcp|retriev|browse|interpreter|computer|builtin|fetch|maps|execution|url_?context|cached_?content/i

/** What a body refers to without holding it. Only names are looked at, never a caller's text. */
const referencedTokens = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, member) => sum + referencedTokens(member), 0)
  if (!isObject(value)) return 0
  let tokens = 0
  for (const key in value) {
    const member = value[key]
    const name = key === 'type' && typeof member === 'string' ? member : key
    if (IMAGE.test(name)) tokens += TOKENS_PER_IMAGE * (Array.isArray(member) ? member.length : 1)
    if (REFERENCE.test(name)) tokens += TOKENS_OF_REFERENCES
    tokens += referencedTokens(member)
  }
  return tokens
}

const promptBound = ({ asked, systemPrompt }: BoundContext, reported: number): number => {
  const held = (asked.rawBody.length + systemPrompt.length) * TOKENS_PER_CHARACTER + HIDDEN_PROMPT
  if (reported <= held) return held
  const referenced = asked.body === undefined ? TOKENS_OF_REFERENCES : referencedTokens(asked.body)
  return held + Math.min(referenced, TOKENS_OF_REFERENCES)
}

const THINKING_FIELDS = ['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'thinking_budget'] as const

const mayThink = ({ asked, limits }: BoundContext, usage: Usage): boolean =>
  usage.reasoning > 0 || limits?.isReasoning === true || THINKING_FIELDS.some((field) => asked.body?.[field] !== undefined)

const outputBound = (context: BoundContext, usage: Usage): number => {
  const { asked, limits, producedCharacters } = context
  const limit = asked.maxOutputTokens ? asked.maxOutputTokens * LIMIT_FACTOR : (limits?.maxOutput ?? DEFAULT_MAX_OUTPUT)
  const reasoning = mayThink(context, usage) ? HIDDEN_REASONING : 0
  const allowed = (limit + OUTPUT_SLACK + reasoning) * (asked.choices ?? 1)
  // An upstream that ignores the limit has still produced what it delivered.
  return Math.max(allowed, producedCharacters * TOKENS_PER_CHARACTER + OUTPUT_SLACK + reasoning)
}

const unitBound = ({ asked }: BoundContext, unit: NonNullable<Usage['unit']>): number => {
  const fixed = asked.fixedUsage?.input ?? 0
  switch (unit) {
    case 'image':
      return fixed * UNIT_FACTOR
    case 'character':
      return fixed * UNIT_FACTOR + OUTPUT_SLACK
    case 'millisecond':
      return fixed * SLOWEST_SPEECH + MINUTE_MS
    case 'query':
      return 1 + Math.ceil(asked.rawBody.length / CHARACTERS_PER_QUERY)
  }
}

/** Nearly every report: no more prompt than the body has characters and no more output than was asked for. Costs nothing to see. */
export const isPlainUsage = (usage: Usage, { rawBody, maxOutputTokens }: Asked): boolean =>
  usage.source === 'estimate' ||
  (usage.unit === undefined &&
    usage.calls === undefined &&
    promptTokensOf(usage) <= rawBody.length &&
    usage.output <= (maxOutputTokens || OUTPUT_SLACK))

/** No answer needs more calls of one kind than this; upstreams end their own loops far below. */
const MOST_CALLS = 100

const tooManyCalls = ({ calls = {} }: Usage): boolean => Object.values(calls).some((count) => count > MOST_CALLS)

const cutCalls = (calls: ToolCallCounts): ToolCallCounts =>
  Object.fromEntries(Object.entries(calls).map(([kind, count]) => [kind, Math.min(count, MOST_CALLS)]))

/** Tools that upstream ran have their price also where it counts no tokens, and where its figures came before them. */
export const withCalls = (usage: Usage, calls: ToolCallCounts | undefined): Usage =>
  calls === undefined ? usage : { ...usage, calls: largerCalls(usage.calls, cutCalls(calls)) ?? {} }

/** Cached tokens are the last to be cut: in most cases they are the cheapest. */
const cut = (usage: Usage, prompt: number, output: number): Usage => {
  const cacheRead = Math.min(usage.cacheRead, prompt)
  const cacheWrite = Math.min(usage.cacheWrite, prompt - cacheRead)
  return {
    ...usage,
    ...usageParts(usage, { prompt, output }),
    input: Math.min(usage.input, prompt - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    ...(usage.cacheWriteHour !== undefined && { cacheWriteHour: Math.min(usage.cacheWriteHour, cacheWrite) }),
    output: Math.min(usage.output, output),
    reasoning: Math.min(usage.reasoning, output),
    ...(usage.calls && { calls: cutCalls(usage.calls) }),
    ...(usage.picture && { picture: { ...usage.picture, count: Math.min(usage.picture.count, Math.ceil(prompt / UNITS_PER_IMAGE)) } }),
  }
}

/** The most that prompt and output can be. */
const mostOf = (usage: Usage, context: BoundContext): { readonly prompt: number; readonly output: number } => {
  if (usage.unit !== undefined) return { prompt: unitBound(context, usage.unit), output: 0 }
  const isSum = usage.uncountedPrompt === 'inside'
  const prompt = promptBound(context, isSum ? usage.output : promptTokensOf(usage))
  return { prompt, output: outputBound(context, usage) + (isSum ? prompt : 0) }
}

/** What upstream reported, cut to the most that the request can cost and marked when it was more. The same object when it was not. */
export const boundUsage = (usage: Usage, context: BoundContext): Usage => {
  if (usage.implausible !== undefined || isPlainUsage(usage, context.asked)) return usage
  const reported = promptTokensOf(usage)
  const { prompt, output } = mostOf(usage, context)
  if (reported <= prompt && usage.output <= output && !tooManyCalls(usage)) return usage
  const isImpossible =
    usage.unit === undefined
      ? reported > Math.max(prompt, MOST_OF_ANY_REQUEST) || usage.output > Math.max(output, MOST_OF_ANY_REQUEST)
      : reported > prompt * BEYOND_ANY_UNIT
  return { ...cut(usage, prompt, output), implausible: isImpossible ? 'for-any-request' : 'for-this-request' }
}

/** Words were produced, and the report counts neither them nor the prompt: such figures are none. Prices by the piece have no output. */
const countsNothing = (usage: Usage, producedCharacters: number): boolean =>
  usage.source === 'upstream' && usage.unit === undefined && usage.output === 0 && promptTokensOf(usage) === 0 && producedCharacters > 0

/** Text that came after the last figures is not in them: the larger of the report and the count is what was produced. */
const largerUsage = (reported: Usage, counted: Usage): Usage => {
  if (reported.output >= counted.output) return reported
  const input = promptTokensOf(reported) === 0 ? counted.input : reported.input
  return { ...reported, input, output: counted.output, source: 'estimate' }
}

/** The report lacks something that a count of ours must add. */
export const isIncomplete = (usage: Usage, producedCharacters: number): boolean =>
  usage.uncountedPrompt !== undefined || countsNothing(usage, producedCharacters)

interface Counted {
  readonly counted: Usage
  readonly producedCharacters: number
  /** Text has come after the report. */
  readonly hasTextAfter?: boolean
}

/** A report that lacks something, or was followed by text, with our count in its place. */
export const completeUsage = (reported: Usage, { counted, producedCharacters, hasTextAfter = false }: Counted): Usage => {
  const whole = withCountedPrompt(reported, counted)
  return hasTextAfter || countsNothing(reported, producedCharacters) ? largerUsage(whole, counted) : whole
}
