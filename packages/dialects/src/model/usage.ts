import type { ReportedTier } from '../service-tier.ts'

/**
 * What is sold by the call: tools that upstream runs by itself, and the request as such. Some sell a search by the query (`webSearch`),
 * some an answer that rests on any number of them (`groundedPrompt`).
 */
export type ToolKind = 'webSearch' | 'groundedPrompt' | 'mapsGrounding' | 'fileSearch' | 'codeInterpreter' | 'imageGeneration' | 'request'

export type ToolCallCounts = Partial<Readonly<Record<ToolKind, number>>>

/** The larger of two counts of the same calls. */
export const largerCalls = (a: ToolCallCounts | undefined, b: ToolCallCounts | undefined): ToolCallCounts | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  const kinds = Object.keys({ ...a, ...b }) as ToolKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, Math.max(a[kind] ?? 0, b[kind] ?? 0)]))
}

/** Pictures as they were asked for. */
export interface Picture {
  readonly size: string
  readonly quality: string
  readonly count: number
  /** What was counted as `input`, where a price by size has put the number of pictures in its place. */
  readonly units?: number
}

/** Tokens of one exchange in one normal form, whatever wire reported them. Classes do not overlap. */
export interface Usage {
  /** Input that was neither read from nor written to a cache. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** How much of `cacheWrite` went to a cache that is kept for an hour, where upstream sells that at another price. */
  readonly cacheWriteHour?: number
  /** How much of `input`, `cacheRead` and `output` was sound or pictures, where upstream tells. Sound in a cached prompt may be counted as input. */
  readonly audioInput?: number
  readonly imageInput?: number
  readonly audioCacheRead?: number
  readonly audioOutput?: number
  readonly imageOutput?: number
  /** Everything produced, reasoning included. */
  readonly output: number
  /** How much of `output` was reasoning. */
  readonly reasoning: number
  /** Calls of tools that upstream ran by itself, by kind. */
  readonly calls?: ToolCallCounts
  /** Parts of the output, for information only: how much of the caller's prediction came true, and how much did not. */
  readonly acceptedPrediction?: number
  readonly rejectedPrediction?: number
  /** What is counted where it is not tokens: images are counted in thousandths of the smallest, audio in milliseconds. */
  readonly unit?: 'image' | 'character' | 'millisecond' | 'query'
  /** Only where the unit is an image. */
  readonly picture?: Picture
  /** At which service tier it was, where upstream tells. */
  readonly tier?: ReportedTier
  readonly source: 'upstream' | 'estimate'
  /** Upstream left the prompt uncounted: it is counted here, and lies beside `output` or, where upstream told their sum alone, inside it. */
  readonly uncountedPrompt?: 'beside' | 'inside'
  /** Upstream reported more than this request, or any, can have used; the counts are cut to what it can. */
  readonly implausible?: 'for-this-request' | 'for-any-request'
}

/** Unless upstream told none. */
export const withTier = (usage: Usage, tier: ReportedTier | undefined): Usage => (tier === undefined ? usage : { ...usage, tier })

const PARTS_OF_INPUT = ['audioInput', 'imageInput', 'audioCacheRead'] as const
const PARTS_OF_OUTPUT = ['audioOutput', 'imageOutput', 'acceptedPrediction', 'rejectedPrediction'] as const
type UsageParts = Pick<Usage, (typeof PARTS_OF_INPUT)[number] | (typeof PARTS_OF_OUTPUT)[number]>

/** The parts that are there, none larger than the whole it is a part of. */
export const usageParts = (
  parts: Readonly<Partial<Record<keyof UsageParts, number | undefined>>>,
  { prompt, output }: { readonly prompt: number; readonly output: number },
): UsageParts => {
  const found: { -readonly [name in keyof UsageParts]: UsageParts[name] } = {}
  for (const name of PARTS_OF_INPUT) if ((parts[name] ?? 0) > 0 && prompt > 0) found[name] = Math.min(parts[name] ?? 0, prompt)
  for (const name of PARTS_OF_OUTPUT) if ((parts[name] ?? 0) > 0 && output > 0) found[name] = Math.min(parts[name] ?? 0, output)
  return found
}

/** Prompt and output, which upstream told as one figure. */
export const sumUsage = (total: number): Usage => ({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: total,
  reasoning: 0,
  source: 'upstream',
  uncountedPrompt: 'inside',
})

/** Upstream's figures, with a prompt that it left out as it was counted here. */
export const withCountedPrompt = ({ uncountedPrompt, ...usage }: Usage, counted: Usage): Usage => {
  if (uncountedPrompt === undefined) return usage
  if (uncountedPrompt === 'beside') return { ...usage, input: counted.input, source: 'estimate' }
  const input = Math.min(counted.input, usage.output)
  return { ...usage, input, output: usage.output - input, source: 'estimate' }
}

export const promptTokensOf = (usage: Usage): number => usage.input + usage.cacheRead + usage.cacheWrite

/** Tokens per byte of text, the figure this family of gateways uses where nothing better is known. */
const TOKENS_PER_BYTE = 0.38

export const approximateTokens = (bytes: number): number => Math.ceil(bytes * TOKENS_PER_BYTE)

/** Stands in when upstream reported nothing: both figures come from byte counts. */
export const estimatedUsage = (promptBytes: number, producedBytes: number): Usage => ({
  input: approximateTokens(promptBytes),
  cacheRead: 0,
  cacheWrite: 0,
  output: approximateTokens(producedBytes),
  reasoning: 0,
  source: 'estimate',
})
