import { ChannelStatus, type ChannelObject } from '@weir/contract/channel'
import { KeyStatus, type ChannelKeyObject } from '@weir/contract/channels/channel-keys'
import type { channelTestProgress } from '@weir/contract/channels/channel-checks'
import { blamesKey } from '@weir/dialects/model/fault'
import type { ChannelKeys } from '@weir/store/repositories/channel-keys'
import type { Channels } from '@weir/store/repositories/channels'
import type { z } from 'zod'
import type { ChannelSwitch } from './auto-switch.ts'
import { SLOW_CHANNEL, TEST_FINISHED, evidenceText, slowText, testSummaryText, tooSlowText } from './channel-texts.ts'
import type { NotifyRoot } from '../mail/notify-root.ts'
import type { Settings } from '../settings/settings.ts'
import { outcomeOf, type ChannelTest, type ChannelTester, type TestChannel } from './test-channel.ts'

export type TestProgress = z.output<typeof channelTestProgress>
type TestedKey = Pick<ChannelKeyObject, 'id' | 'status'>
type TestedRow = TestProgress['results'][number]

/** Where the processes of one node see each other's runs. */
export interface SharedProgress {
  publish(progress: TestProgress): void
  /** What was last heard of a run, here or in another process. */
  latest(): TestProgress
}

interface Dependencies {
  readonly channels: Pick<Channels, 'all' | 'get'>
  readonly channelKeys: Pick<ChannelKeys, 'of'>
  readonly test: TestChannel
  readonly keep: ChannelTester['keep']
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
  const { channels, channelKeys, test, keep, channelSwitch, notifyRoot, settings, shared, newRequestId, stopping, reportBug } = dependencies
  let running: Promise<void> | undefined

  const testOnce = (channel: ChannelObject, storedKeyId?: number): Promise<ChannelTest> =>
    test(channel, {
      model: '',
      language: 'zh',
      requestId: newRequestId(),
      signal: NEVER,
      keepsTimeOfFailure: true,
      ...(storedKeyId !== undefined && { storedKeyId }),
    })

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

  const judgeKey = async (channel: ChannelObject, { id, status }: TestedKey, { fault }: ChannelTest): Promise<void> => {
    if (status !== KeyStatus.enabled || fault === 'none' || !blamesKey(fault)) return
    if (!settings().isOn('AutomaticDisableChannelEnabled')) return
    const again = await testOnce(channel, id)
    if (again.fault !== 'none' && blamesKey(again.fault)) await channelSwitch.disableKey(channel.id, id, again.fault)
  }

  /** Each key by itself: only one that fails goes off, and only one that passes comes back. The channel did as well as the best of them. */
  const testKeys = async (channel: ChannelObject, keys: readonly TestedKey[]): Promise<ChannelTest | undefined> => {
    const results: { readonly key: TestedKey; readonly result: ChannelTest }[] = []
    for (const [index, key] of keys.entries()) {
      if (index > 0) await dependencies.pause()
      if (stopping.aborted) break
      results.push({ key, result: await testOnce(channel, key.id) })
    }
    const passed = results.filter(({ result }) => result.isPassed)
    // Before any goes off: with the last one that is on the channel would go off, though another has just passed.
    await channelSwitch.enableKeys(
      channel.id,
      passed.map(({ key }) => key.id),
    )
    for (const { key, result } of results) await judgeKey(channel, key, result)
    const told = (passed[0] ?? results[0])?.result
    if (told === undefined) return undefined
    await keep(channel.id, told, { keepsTimeOfFailure: true })
    if (told.isPassed && channel.status === ChannelStatus.enabled) await judgeSpeed(channel, told)
    return told
  }

  const testWhole = async (channel: ChannelObject): Promise<ChannelTest> => {
    const result = await testOnce(channel)
    await judge(channel, result)
    return result
  }

  const testAndJudge = async (channel: ChannelObject): Promise<TestedRow> => {
    const keys = (await channelKeys.of(channel.id))?.keys ?? []
    // What a person has switched off stays off, whatever a test would say of it.
    const testable = keys.length < 2 ? [] : keys.filter(({ status }) => status !== KeyStatus.disabled)
    const result = (await testKeys(channel, testable)) ?? (await testWhole(channel))
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
