import type { Store } from '@weir/store/open-store'
import { backUpApart, backUpWhenDue } from './backup/scheduled-backups.ts'
import type { ChannelTestRun } from './channels/test-all-channels.ts'
import { scheduleTests } from './channels/schedule-tests.ts'
import type { Config } from './config.ts'
import { expireLog, keptBodyDays } from './jobs/expire-log.ts'
import { every } from './jobs/every.ts'
import type { LogMoving } from './jobs/move-log.ts'
import { startHeartbeats, startLogMoving, startMaintenanceJobs } from './jobs/periodic-jobs.ts'
import type { QuotaReminders } from './mail/quota-reminders.ts'
import { allOf, readRootKeys } from './process/root-key.ts'
import type { FigureWatch } from './process/oversized-figures.ts'
import type { LiveSettings } from './settings/live-settings.ts'
import { createSettingsPoll } from './settings/poll-settings.ts'

/** How long a rotation of the root key waits for this process at each of its steps, twice over. */
const KEY_WATCH_MS = 1000

interface JobOptions {
  readonly config: Pick<
    Config,
    'runsSchedules' | 'channelTestEveryMs' | 'backups' | 'sessionSecret' | 'nextSessionSecret' | 'secretKeyFile'
  >
  /** Of the processes of this node. */
  readonly isFirst: boolean
  readonly store: Store
  readonly settings: LiveSettings
  /** No request runs, and no session. */
  readonly isIdle: () => boolean
  readonly clock: () => number
  readonly oversized: FigureWatch
  /** Undefined where the log has no database of its own. */
  readonly logMoving: LogMoving | undefined
  readonly reminders: QuotaReminders
  readonly warnOfBudgets: () => Promise<void>
  readonly watchAlerts: () => Promise<void>
  readonly testRun: ChannelTestRun
  readonly checkPriceList: () => Promise<void>
}

export interface Jobs {
  /** Begins no test any more. */
  readonly stopTests: () => void
  readonly stop: () => void
}

const BACKUP_WATCH_MS = 60_000
const PRICE_WATCH_MS = 60_000

/** One node of several makes the backups, and one process of it. Returns how to stop. */
const startBackups = ({ config, isFirst, store }: Pick<JobOptions, 'config' | 'isFirst' | 'store'>): (() => void) => {
  const { runsSchedules, backups } = config
  if (!isFirst || !runsSchedules || backups.folder === '') return () => undefined
  const ending = new AbortController()
  const backUp = backUpApart(ending.signal)
  const stop = every(BACKUP_WATCH_MS, 'back up', () => backUpWhenDue({ turns: store.rateCounts, ...backups, clock: Date.now, backUp }))
  return () => {
    stop()
    ending.abort()
  }
}

/** What runs by the clock as long as the server does. */
export const startJobs = (options: JobOptions): Jobs => {
  const {
    config,
    isFirst,
    store,
    settings,
    isIdle,
    clock,
    oversized,
    logMoving,
    reminders,
    warnOfBudgets,
    watchAlerts,
    testRun,
    checkPriceList,
  } = options
  const { changes } = store
  changes.onChange('options', () => void settings.refresh().catch(() => undefined))
  const pollSettings = createSettingsPoll({ settings, isHeard: () => changes.isHeard(), isIdle, clock })
  const stopHeartbeats = startHeartbeats({ store, pollSettings, figures: oversized })
  /** An idle process may not have asked for options for a while. */
  const freshly = (job: () => Promise<void>) => async (): Promise<void> => {
    await settings.renewal()
    await job()
  }
  const stopKeys = every(KEY_WATCH_MS, 'follow the root key', () => store.keys.follow(async () => allOf(await readRootKeys(config))))
  const telling = {
    remind: freshly(() => reminders.sweep()),
    warnOfBudgets: freshly(warnOfBudgets),
    watchAlerts: freshly(watchAlerts),
    bodyDays: () => keptBodyDays(settings.current()),
    expireLog: freshly(() =>
      expireLog({ turns: store.rateCounts, logIndex: store.logIndex, days: settings.current().number('LogRetentionDays') }),
    ),
  }
  const stopMaintenance = isFirst ? startMaintenanceJobs(store, telling) : () => undefined
  const stopMoving = isFirst && logMoving !== undefined ? startLogMoving(logMoving) : () => undefined
  const stopBackups = startBackups({ config, isFirst, store })
  const stopPrices =
    isFirst && config.runsSchedules ? every(PRICE_WATCH_MS, 'check the price list', freshly(checkPriceList)) : () => undefined
  return {
    stopTests: scheduleTests(testRun, {
      isFirst,
      ...config,
      every: (ms, name, job) => every(ms, name, freshly(job)),
      turns: store.rateCounts,
    }),
    stop: () => {
      stopHeartbeats()
      stopKeys()
      stopMaintenance()
      stopMoving()
      stopBackups()
      stopPrices()
    },
  }
}
