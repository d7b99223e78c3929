import type { Store } from '@weir/store/open-store'
import type { Settings } from '../settings/settings.ts'

/** Shared by all nodes. */
const TURN = 'old rows of the log'
/** A little less than the minute between two looks of a node, so that none of its own is lost. */
const TURN_SECONDS = 55

interface LogExpiry {
  readonly turns: Pick<Store['rateCounts'], 'take'>
  readonly logIndex: Pick<Store['logIndex'], 'expireRows'>
  /** 0: rows are kept for ever. */
  readonly days: number
}

/** A part of what is too old, once a minute over all nodes. */
export const expireLog = async ({ turns, logIndex, days }: LogExpiry): Promise<void> => {
  if (days === 0 || (await turns.take(TURN, { max: 1, seconds: TURN_SECONDS })) > 0) return
  await logIndex.expireRows(days)
}

/** Bodies of requests are kept no longer than the rows they belong to. */
export const keptBodyDays = (settings: Pick<Settings, 'number'>): number =>
  Math.min(settings.number('LogBodiesDays'), settings.number('LogRetentionDays') || Number.POSITIVE_INFINITY)
