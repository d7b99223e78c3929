import type { Store } from '@weir/store/open-store'
import type { FigureWatch } from '../process/oversized-figures.ts'
import { every } from './every.ts'
import type { LogMoving } from './move-log.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A node that has been silent for this long is dead, and what it held is given back. */
const LEASE_SECONDS = 120

type MaintenanceStore = Pick<
  Store,
  | 'ledgerMaintenance'
  | 'budgetList'
  | 'alertBook'
  | 'sessions'
  | 'codes'
  | 'oauthStates'
  | 'passkeyChallenges'
  | 'rateCounts'
  | 'logIndex'
  | 'ledgerSums'
  | 'storedAnswers'
  | 'requestBodies'
>

interface Heartbeats {
  readonly store: Pick<Store, 'ledgerMaintenance' | 'changes'>
  readonly pollSettings: () => Promise<void>
  readonly figures: FigureWatch
}

/** What every process must do again and again while it runs. Returns how to stop. */
export const startHeartbeats = ({ store, pollSettings, figures }: Heartbeats): (() => void) => {
  const stops = [
    // Twice as often as a request would insist on it, so that hardly any has to wait.
    every(SECOND / 2, 'refresh settings', pollSettings),
    every(SECOND, 'hear of changes', () => store.changes.follow()),
    every(30 * SECOND, 'heartbeat', () => store.ledgerMaintenance.heartbeat()),
    every(SECOND / 10, 'tend leases', () => store.ledgerMaintenance.tendLeases()),
    every(SECOND, 'book what waits', () => store.ledgerMaintenance.catchUp()),
    every(10 * MINUTE, 'look for oversized figures', () => figures.look()),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Rows become visible within about a second. Returns how to stop. */
export const startLogMoving = (moving: LogMoving): (() => void) => {
  const stops = [
    every(SECOND, 'move the log', () => moving.move()),
    every(10 * SECOND, 'count the rows of the log that wait', () => moving.look()),
  ]
  return () => stops.forEach((stop) => stop())
}

interface Telling {
  readonly remind: () => Promise<void>
  readonly warnOfBudgets: () => Promise<void>
  readonly watchAlerts: () => Promise<void>
  /** How many days bodies of requests are kept. */
  readonly bodyDays: () => number
  readonly expireLog: () => Promise<void>
}

/** What one process of a node does for all of them. Returns how to stop. */
export const startMaintenanceJobs = (
  store: MaintenanceStore,
  { remind, warnOfBudgets, watchAlerts, bodyDays, expireLog }: Telling,
): (() => void) => {
  const stops = [
    every(10 * SECOND, 'sweep holds', async () => {
      await store.ledgerMaintenance.releaseHoldsOfDeadNodes(LEASE_SECONDS)
    }),
    every(MINUTE, 'remind of balances', remind),
    every(10 * SECOND, 'warn of budgets', warnOfBudgets),
    // Rules that were looked at within the last minute are left alone: a new one need not wait for its first look.
    every(10 * SECOND, 'watch for alerts', watchAlerts),
    every(60 * MINUTE, 'sweep alerts', () => store.alertBook.deleteOld()),
    every(60 * MINUTE, 'sweep budgets', () => store.budgetList.deleteOldCounters()),
    every(10 * SECOND, 'sum up the log', async () => {
      await store.logIndex.advanceWhenCalm()
    }),
    every(MINUTE, 'delete old rows of the log', expireLog),
    every(MINUTE, 'sum up the ledger', async () => {
      await store.ledgerSums.advanceWhenCalm()
    }),
    every(10 * MINUTE, 'sweep stored responses', async () => {
      await store.storedAnswers.sweep()
    }),
    every(10 * MINUTE, 'sweep bodies of requests', async () => {
      await store.requestBodies.deleteOlderThan(bodyDays())
    }),
    every(60 * MINUTE, 'sweep sessions', async () => {
      await store.sessions.deleteExpired()
    }),
    every(10 * MINUTE, 'sweep codes', async () => {
      await store.codes.deleteExpired()
      await store.oauthStates.deleteExpired()
      await store.passkeyChallenges.deleteExpired()
      await store.rateCounts.deleteExpired()
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
