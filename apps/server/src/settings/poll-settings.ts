import type { LiveSettings } from './live-settings.ts'

/** How often an idle process that hears of changes asks all the same: a message can be lost. */
const IDLE_EVERY_MS = 10_000

interface PollOptions {
  readonly settings: Pick<LiveSettings, 'refresh'>
  /** Whether a change on another node would be heard of. */
  readonly isHeard: () => boolean
  /** Nothing runs that could use an option; what begins asks by itself. */
  readonly isIdle: () => boolean
  readonly clock: () => number
}

/** One turn of asking for options. */
export const createSettingsPoll = ({ settings, isHeard, isIdle, clock }: PollOptions): (() => Promise<void>) => {
  let askedAt = -Infinity
  return async () => {
    const age = clock() - askedAt
    if (isIdle() && isHeard() && age >= 0 && age < IDLE_EVERY_MS) return
    askedAt = clock()
    await settings.refresh()
  }
}
