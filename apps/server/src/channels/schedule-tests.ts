import type { RateCounts } from '@weir/store/repositories/rate-counts'
import type { every } from '../jobs/every.ts'
import type { ChannelTestRun } from './test-all-channels.ts'

/** One line for all nodes: whoever has it tests, and nobody else until the next time. */
const TURN = 'scheduled channel tests'
/** A turn ends this much before the next one is due, so that the same node, whose timer may be a little late, can have it again. */
const SLACK_SECONDS = 2

interface ScheduleOptions {
  /** Of the processes of this node. */
  readonly isFirst: boolean
  /** Whether this node does what runs by the clock. */
  readonly runsSchedules: boolean
  /** 0: never. */
  readonly channelTestEveryMs: number
  readonly every: typeof every
  readonly turns: Pick<RateCounts, 'take'>
}

/** Tests all channels again and again, in one process of all nodes. Returns how to stop. */
export const scheduleTests = (run: Pick<ChannelTestRun, 'start'>, options: ScheduleOptions): (() => void) => {
  const { isFirst, runsSchedules, channelTestEveryMs, turns } = options
  if (!isFirst || !runsSchedules || channelTestEveryMs === 0) return () => undefined
  const seconds = channelTestEveryMs / 1000 - SLACK_SECONDS
  return options.every(channelTestEveryMs, 'test channels', async () => {
    if ((await turns.take(TURN, { max: 1, seconds })) === 0) run.start('all', { isScheduled: true })
  })
}
