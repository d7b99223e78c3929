/** What a Claude model accepts. */
export interface ClaudeTraits {
  readonly maxOutput: number
  /** Takes temperature and top_p. */
  readonly hasSampling: boolean
  readonly thinking: 'none' | 'budget' | 'adaptive'
  /** What is sent when the caller wants no thinking. */
  readonly whenOff: 'disabled' | 'between_tools' | 'low-effort'
  readonly hasXhigh: boolean
  readonly canForceTool: boolean
  readonly hasJsonSchema: boolean
  /** The answer may be begun by a last message of the assistant. */
  readonly takesPrefill: boolean
}

const NEWEST: ClaudeTraits = {
  maxOutput: 128_000,
  hasSampling: false,
  thinking: 'adaptive',
  whenOff: 'low-effort',
  hasXhigh: true,
  canForceTool: false,
  hasJsonSchema: true,
  takesPrefill: false,
}

const FLEXIBLE: ClaudeTraits = { ...NEWEST, whenOff: 'disabled', canForceTool: true }
const V46: ClaudeTraits = { ...FLEXIBLE, hasSampling: true, hasXhigh: false }
const V45: ClaudeTraits = { ...V46, maxOutput: 64_000, thinking: 'budget', takesPrefill: true }
const OLDER: ClaudeTraits = { ...V45, hasJsonSchema: false }

/** The first match counts. A name that matches nothing is taken for a newer model. */
const TABLE: readonly (readonly [RegExp, ClaudeTraits])[] = [
  [/sonnet-5-5/, { ...NEWEST, whenOff: 'between_tools' }],
  [/opus-5-5/, NEWEST],
  [/haiku-5-5/, FLEXIBLE],
  [/opus-5/, FLEXIBLE],
  [/(fable|mythos)-5-[12]/, NEWEST],
  [/(fable|mythos)-5/, { ...NEWEST, canForceTool: true }],
  [/opus-4-[78]|sonnet-5/, FLEXIBLE],
  [/(opus|sonnet)-4-6/, V46],
  [/(opus|sonnet|haiku)-4-5/, V45],
  [/opus-4-1/, { ...V45, maxOutput: 32_000 }],
  [/opus-4|4-opus/, { ...OLDER, maxOutput: 32_000 }],
  [/sonnet-4|4-sonnet|3-7-sonnet/, OLDER],
  [/3-5-(sonnet|haiku)/, { ...OLDER, maxOutput: 8192, thinking: 'none' }],
  [/claude-(3|2|v2|instant)/, { ...OLDER, maxOutput: 4096, thinking: 'none' }],
]

/** Works on plain names and on those of AWS and Google, which wrap them. */
export const claudeTraits = (model: string): ClaudeTraits => TABLE.find(([pattern]) => pattern.test(model))?.[1] ?? NEWEST
