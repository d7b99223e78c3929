import type { every } from '../jobs/every.ts'
import type { ChannelTestRun } from './test-all-channels.ts'

interface ScheduleOptions {
  /** Of the processes of this node. */
  readonly isFirst: boolean
  /** Of the nodes that share a database. */
  readonly runsSchedules: boolean
  /** 0: never. */
  readonly channelTestEveryMs: number
  readonly every: typeof every
}

/** Tests all channels again and again, in one process alone. Returns how to stop. */
export const scheduleTests = (run: Pick<ChannelTestRun, 'start'>, options: ScheduleOptions): (() => void) => {
  const { isFirst, runsSchedules, channelTestEveryMs } = options
  if (!isFirst || !runsSchedules || channelTestEveryMs === 0) return () => undefined
  return options.every(channelTestEveryMs, 'test channels', () => {
    run.start('all', { isScheduled: true })
    return Promise.resolve()
  })
}
