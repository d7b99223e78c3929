import type { Observer, StartTimer } from '@weir/relay/ports'
import type { Reminder, Reminders } from '@weir/store/metering/reminders'
import { Refusal } from '@weir/contract/errors'
import { describeError, log } from '../process/log.ts'
import { reminderMail } from './mail-texts.ts'
import type { Mailer } from './mailer.ts'
import { quotaText } from '../settings/log-texts.ts'
import { hasServerAddress, serverAddress } from './server-address.ts'
import type { Settings } from '../settings/settings.ts'

/** Balances are looked at this long after a charge, together for all who were charged meanwhile. */
const PAUSE_MS = 1000

interface Dependencies {
  readonly reminders: Reminders
  readonly mailer: Pick<Mailer, 'isConfigured' | 'send'>
  readonly settings: () => Settings
  readonly startTimer: StartTimer
}

export interface QuotaReminders {
  /** Notes who was charged while it passes everything on. */
  watch(observer: Observer): Observer
  /** Looks at once at everybody who was charged since the last look. */
  flush(): Promise<void>
  /** Looks at every owner that has not been told yet: after a crash, after a mail that did not go out. */
  sweep(): Promise<void>
}

/** Tells owners by mail that their balance runs out: after the charge, never on the way of a reply. */
export const createQuotaReminders = ({ reminders, mailer, settings, startTimer }: Dependencies): QuotaReminders => {
  const charged = new Set<number>()
  let cancel: (() => void) | undefined

  /** A mail that does not go out has been written down by the mailer; the sweep tries again. */
  const tell = async (reminder: Reminder): Promise<void> => {
    const now = settings()
    const { email, balance, isEmpty } = reminder
    const link = hasServerAddress(now) ? `${serverAddress(now)}/topup` : undefined
    try {
      await mailer.send(email, reminderMail({ systemName: now.text('SystemName'), balance: quotaText(balance, now), isEmpty, link }))
    } catch (error) {
      if (error instanceof Refusal) return
      throw error
    }
    await reminders.told(reminder)
  }

  const look = async (find: (threshold: number) => Promise<readonly number[]>): Promise<void> => {
    if (!mailer.isConfigured()) return
    const threshold = settings().number('QuotaRemindThreshold')
    try {
      await Promise.all((await reminders.take(await find(threshold), threshold)).map(tell))
    } catch (error) {
      log.error('balances could not be looked at for reminders', describeError(error))
    }
  }

  const flush = async (): Promise<void> => {
    cancel?.()
    cancel = undefined
    const userIds = [...charged]
    charged.clear()
    await look(() => Promise.resolve(userIds))
  }

  const note = (userId: number): void => {
    charged.add(userId)
    cancel ??= startTimer(PAUSE_MS, () => void flush())
  }

  return {
    watch: (observer) => ({
      ...observer,
      ended(settlement) {
        observer.ended(settlement)
        if (settlement.cost > 0) note(settlement.hold.userId)
      },
    }),
    flush,
    sweep: () => look((threshold) => reminders.untold(threshold)),
  }
}
