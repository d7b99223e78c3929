import { ChannelStatus, type ChannelObject, type channelTestProgress } from '@weir/contract/channel'
import { blamesKey } from '@weir/dialects/model/fault'
import type { Channels } from '@weir/store/repositories/channels'
import type { z } from 'zod'
import type { ChannelSwitch } from './auto-switch.ts'
import { SLOW_CHANNEL, TEST_FINISHED, evidenceText, slowText, testSummaryText, tooSlowText } from './channel-texts.ts'
import type { NotifyRoot } from '../mail/notify-root.ts'
import type { Settings } from '../settings/settings.ts'
import { outcomeOf, type ChannelTest, type TestChannel } from './test-channel.ts'

export type TestProgress = z.output<typeof channelTestProgress>
type TestedRow = TestProgress['results'][number]

/** Where the processes of one node see each other's runs. */
export interface SharedProgress {
  publish(progress: TestProgress): void
  /** What was last heard of a run, here or in another process. */
  latest(): TestProgress
}

interface Dependencies {
  readonly channels: Pick<Channels, 'all' | 'get'>
  readonly test: TestChannel
  readonly channelSwitch: ChannelSwitch
  readonly notifyRoot: NotifyRoot
  readonly settings: () => Settings
  readonly shared: SharedProgress
  readonly newRequestId: () => string
  readonly pause: () => Promise<void>
  /** The server stops: the run ends after the channel it is at, or with it. */
  readonly stopping: AbortSignal
  readonly reportBug: (error: unknown) => void
}

export type TestScope = 'all' | 'disabled'

export interface ChannelTestRun {
  /** Begins in the background. False when a run is under way. */
  start(scope: TestScope, options?: { readonly isScheduled?: boolean }): boolean
  progress(): TestProgress
  /** Resolves when the run of this process has ended. */
  idle(): Promise<void>
}

/** A test of the run has no caller that could leave: it has the deadlines of the relay. */
const NEVER = new AbortController().signal

export const NO_RUN: TestProgress = { is_running: false, total: 0, done: 0, results: [] }

export const createChannelTestRun = (dependencies: Dependencies): ChannelTestRun => {
  const { channels, test, channelSwitch, notifyRoot, settings, shared, newRequestId, stopping, reportBug } = dependencies
  let running: Promise<void> | undefined

  const testOnce = (channel: ChannelObject): Promise<ChannelTest> =>
    test(channel, { model: '', language: 'zh', requestId: newRequestId(), signal: NEVER, keepsTimeOfFailure: true })

  const judgeSpeed = async (channel: ChannelObject, { ms }: ChannelTest): Promise<void> => {
    const threshold = settings().number('ChannelDisableThreshold')
    if (threshold <= 0 || ms <= threshold * 1000) return
    const reason = slowText(ms, threshold)
    if (settings().isOn('AutomaticDisableChannelEnabled')) await channelSwitch.disable(channel.id, reason)
    else await notifyRoot({ subject: SLOW_CHANNEL, text: tooSlowText(channel, reason) })
  }

  /** Evidence against a key needs a second test to count, as it does on the relay. */
  const judgeEnabled = async (channel: ChannelObject, first: ChannelTest): Promise<void> => {
    if (first.isPassed) return await judgeSpeed(channel, first)
    if (first.fault === 'none' || !blamesKey(first.fault) || !settings().isOn('AutomaticDisableChannelEnabled')) return
    const { fault } = await testOnce(channel)
    if (fault !== 'none' && blamesKey(fault)) await channelSwitch.disable(channel.id, evidenceText(fault))
  }

  const judge = async (channel: ChannelObject, result: ChannelTest): Promise<void> => {
    if (channel.status === ChannelStatus.enabled) return await judgeEnabled(channel, result)
    if (result.isPassed) await channelSwitch.enable(channel.id)
  }

  const testAndJudge = async (channel: ChannelObject): Promise<TestedRow> => {
    const result = await testOnce(channel)
    await judge(channel, result)
    const status = (await channels.get(channel.id))?.status ?? channel.status
    const { isPassed: success, message, ms } = result
    return { id: channel.id, success, message, response_time: ms, status, outcome: outcomeOf(result) }
  }

  const testAll = async (list: readonly ChannelObject[]): Promise<readonly TestedRow[]> => {
    const results: TestedRow[] = []
    for (const [index, channel] of list.entries()) {
      if (index > 0) await dependencies.pause()
      if (stopping.aborted) break
      results.push(await testAndJudge(channel))
      shared.publish({ is_running: true, total: list.length, done: results.length, results: [...results] })
    }
    return results
  }

  const run = async (scope: TestScope, isScheduled: boolean): Promise<void> => {
    let total = 0
    try {
      const list = (await channels.all()).filter(({ status }) => scope === 'all' || status !== ChannelStatus.enabled)
      total = list.length
      shared.publish({ is_running: true, total, done: 0, results: [] })
      const results = await testAll(list)
      const failed = list.filter(({ id }) => results.some((row) => row.id === id && !row.success))
      if (!isScheduled) await notifyRoot({ subject: TEST_FINISHED, text: testSummaryText(results.length, failed) })
    } finally {
      // Whatever happened, the next run may begin, and what was found so far stays to be read.
      const { results: found } = shared.latest()
      shared.publish({ is_running: false, total, done: found.length, results: found })
      running = undefined
    }
  }

  return {
    start: (scope, { isScheduled = false } = {}) => {
      if (running !== undefined || shared.latest().is_running) return false
      running = run(scope, isScheduled).catch((error: unknown) => {
        // What the end of the process cut short is no fault.
        if (!stopping.aborted) reportBug(error)
      })
      return true
    },
    progress: () => shared.latest(),
    idle: async () => await running,
  }
}
