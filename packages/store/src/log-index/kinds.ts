import { wordTable } from '@weir/contract/values/word-table'

/** Seconds, cut at whole hours and days of UTC. */
export const HOUR = 3600
export const DAY = 24 * HOUR

/** What rollups are kept by. */
type RollupDimension = 'user_id' | 'username' | 'token_name' | 'model_name' | 'channel_id' | 'group_name'

/** The dimensions that posting lists of an older version do not tell apart. */
export const OUTCOME_DIMENSIONS = ['outcome', 'fault', 'attempts'] as const
export const GROUP_DIMENSIONS = ['group_name'] as const

export type Dimension = RollupDimension | (typeof OUTCOME_DIMENSIONS)[number]

/** What the rows of one kind are told apart by, beside their time. */
export interface RollupKind {
  readonly code: number
  /** Its key begins with the subject, so that one subject is read at once, or with the time, so that a period is. */
  readonly table: 'log_sums' | 'log_slot_sums'
  /** Largest first, and whole hours. */
  readonly grains: readonly number[]
  /** Whose rollups they are: the column of the log that a reader has to name. */
  readonly subjectId?: 'user_id' | 'channel_id' | 'attempts'
  readonly subject?: 'token_name' | 'username' | 'model_name' | 'group_name' | 'outcome' | 'fault'
  readonly parts: readonly ('model_name' | 'channel_id' | 'bucket' | 'token_name')[]
}

/**
 * One dimension each and not all together: crossed with each other there would be as many rollups as rows. Hours are kept where charts show
 * them. A code is written into the database and never used for something else; 7 was channels by the day.
 */
export const KINDS = {
  models: { code: 1, table: 'log_sums', grains: [DAY, HOUR], parts: ['model_name'] },
  latencies: { code: 2, table: 'log_sums', grains: [DAY, HOUR], parts: ['channel_id', 'bucket'] },
  userModels: { code: 3, table: 'log_sums', grains: [DAY], subjectId: 'user_id', parts: ['model_name'] },
  userLatencies: { code: 4, table: 'log_sums', grains: [DAY], subjectId: 'user_id', parts: ['bucket'] },
  tokens: { code: 5, table: 'log_sums', grains: [DAY], subject: 'token_name', parts: [] },
  usernames: { code: 6, table: 'log_sums', grains: [DAY], subject: 'username', parts: [] },
  outcomes: { code: 12, table: 'log_sums', grains: [DAY, HOUR], subject: 'outcome', parts: [] },
  attempts: { code: 13, table: 'log_sums', grains: [DAY, HOUR], subjectId: 'attempts', parts: [] },
  faults: { code: 14, table: 'log_sums', grains: [DAY, HOUR], subject: 'fault', parts: [] },
  channelModels: { code: 15, table: 'log_sums', grains: [DAY], subjectId: 'channel_id', parts: ['model_name'] },
} as const satisfies Record<string, RollupKind>

/** For lists of who had most in a period. Two dimensions stand together where one belongs to the other: a token is its user's. */
export const SLOT_KINDS = {
  groups: { code: 8, table: 'log_slot_sums', grains: [DAY, HOUR], subject: 'group_name', parts: [] },
  spenders: { code: 9, table: 'log_slot_sums', grains: [DAY, HOUR], subjectId: 'user_id', subject: 'username', parts: ['token_name'] },
  modelSlots: { code: 10, table: 'log_slot_sums', grains: [DAY, HOUR], subject: 'model_name', parts: [] },
  channelSlots: { code: 11, table: 'log_slot_sums', grains: [DAY, HOUR], subjectId: 'channel_id', parts: [] },
} as const satisfies Record<string, RollupKind>

export const ALL_KINDS: readonly RollupKind[] = [...Object.values(KINDS), ...Object.values(SLOT_KINDS)]

const KIND_FOR = wordTable<RollupKind>({
  '': KINDS.models,
  model_name: KINDS.models,
  channel_id: SLOT_KINDS.channelSlots,
  token_name: KINDS.tokens,
  username: KINDS.usernames,
  group_name: SLOT_KINDS.groups,
  outcome: KINDS.outcomes,
  fault: KINDS.faults,
  attempts: KINDS.attempts,
  user_id: KINDS.userModels,
  'model_name user_id': KINDS.userModels,
  'channel_id model_name': KINDS.channelModels,
})

export type Match = Readonly<Partial<Record<Dimension, string | number>>>

/** The kind that can answer for rows with these values, if there is one. */
export const kindFor = (match: Match): RollupKind | undefined => KIND_FOR[Object.keys(match).toSorted().join(' ')]
