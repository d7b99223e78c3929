/** Seconds, cut at whole hours and days of UTC. */
export const HOUR = 3600
export const DAY = 24 * HOUR

/** What rollups are kept by. */
export type RollupDimension = 'user_id' | 'username' | 'token_name' | 'model_name' | 'channel_id'

/** The dimensions that posting lists of an older version do not tell apart. */
export const OUTCOME_DIMENSIONS = ['outcome', 'fault', 'attempts'] as const

export type Dimension = RollupDimension | (typeof OUTCOME_DIMENSIONS)[number]

/** What the rows of one kind are told apart by, beside their time. */
export interface RollupKind {
  readonly code: number
  /** Largest first, and whole hours. */
  readonly grains: readonly number[]
  /** Whose rollups they are: the column of the log that a reader has to name. */
  readonly subjectId?: 'user_id' | 'channel_id'
  readonly subject?: 'token_name' | 'username'
  readonly parts: readonly ('model_name' | 'channel_id' | 'bucket')[]
}

/**
 * One dimension each and not all together: crossed with each other there would be as many rollups as rows. Hours are kept where charts show
 * them. A code is written into the database and never used for something else.
 */
export const KINDS = {
  models: { code: 1, grains: [DAY, HOUR], parts: ['model_name'] },
  latencies: { code: 2, grains: [DAY, HOUR], parts: ['channel_id', 'bucket'] },
  userModels: { code: 3, grains: [DAY], subjectId: 'user_id', parts: ['model_name'] },
  userLatencies: { code: 4, grains: [DAY], subjectId: 'user_id', parts: ['bucket'] },
  tokens: { code: 5, grains: [DAY], subject: 'token_name', parts: [] },
  usernames: { code: 6, grains: [DAY], subject: 'username', parts: [] },
  channels: { code: 7, grains: [DAY], subjectId: 'channel_id', parts: [] },
} as const satisfies Record<string, RollupKind>

export const ALL_KINDS: readonly RollupKind[] = Object.values(KINDS)

const KIND_FOR: Readonly<Record<string, RollupKind>> = {
  '': KINDS.models,
  model_name: KINDS.models,
  channel_id: KINDS.channels,
  token_name: KINDS.tokens,
  username: KINDS.usernames,
  user_id: KINDS.userModels,
  'model_name user_id': KINDS.userModels,
}

export type Match = Readonly<Partial<Record<Dimension, string | number>>>

/** The kind that can answer for rows with these values, if there is one. */
export const kindFor = (match: Match): RollupKind | undefined => KIND_FOR[Object.keys(match).toSorted().join(' ')]
