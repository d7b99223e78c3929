import type { Effort } from '../openai-chat/read-options.ts'

/** What a Gemini model accepts. */
export interface GeminiTraits {
  readonly version: number
  readonly hasSampling: boolean
  /** Each call of a function must come back with its id and the seal of the thought behind it. */
  readonly sealsCalls: boolean
  readonly hasSystem: boolean
  readonly drawsImages: boolean
}

/** Names without a number are aliases of the newest. */
const NEWEST_VERSION = 3.8
const SAMPLING_ENDS_AT = 3.6

const versionOf = (model: string): number => {
  const match = /gemini-(\d+(?:\.\d+)?)/.exec(model)
  return match === null ? NEWEST_VERSION : Number(match[1])
}

export const geminiTraits = (model: string): GeminiTraits => {
  const isGemma = model.includes('gemma')
  const version = isGemma ? 0 : versionOf(model)
  return {
    version,
    hasSampling: version < SAMPLING_ENDS_AT,
    sealsCalls: version >= 3,
    hasSystem: !isGemma,
    drawsImages: /-image|nano-banana/.test(model),
  }
}

const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
}
/** The larger model of 2.5 cannot stop thinking. */
const LEAST_OF_PRO = 128

/** Some models of the third generation know a fourth level, and one knows only two. */
const levelsOf = (model: string): readonly string[] => {
  if (/gemini-3(\.[156])?-flash/.test(model)) return ['minimal', 'low', 'medium', 'high']
  return /gemini-3-pro/.test(model) ? ['low', 'high'] : ['low', 'medium', 'high']
}

const levelOf = (effort: Effort, levels: readonly string[]): string | undefined => {
  if (effort === 'none' || effort === 'minimal') return levels[0]
  return levels.includes(effort) ? effort : levels.at(-1)
}

/** How much to think. Levels and budgets exclude each other; thinking cannot be switched off since the third generation. */
export const thinkingConfig = (model: string, effort: Effort | undefined): Readonly<Record<string, unknown>> | undefined => {
  const { version, drawsImages } = geminiTraits(model)
  if (effort === undefined || version < 2.5 || drawsImages) return undefined
  const includeThoughts = effort !== 'none'
  if (version >= 3) return { thinkingLevel: levelOf(effort, levelsOf(model))?.toUpperCase(), includeThoughts }
  const least = model.includes('pro') ? LEAST_OF_PRO : 0
  return { thinkingBudget: Math.max(BUDGETS[effort], least), includeThoughts }
}
