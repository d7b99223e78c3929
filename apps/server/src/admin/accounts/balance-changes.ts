import { Refusal, notFound, type Language } from '@weir/contract/errors'
import { LogType } from '@weir/contract/log'
import type { UserObject } from '@weir/contract/user'
import type { QuotaMode } from '@weir/contract/user-admin'
import type { Trace } from '@weir/store/audit/traced'
import type { Store } from '@weir/store/open-store'
import type { Actor } from '../../accounts/actor.ts'
import { creditText, debitText, exactQuota, quotaSetText, withReason } from '../../settings/log-texts.ts'
import type { Settings } from '../../settings/settings.ts'
import { invalidInput } from '../invalid-input.ts'

interface Dependencies {
  readonly balances: Store['balances']
  readonly settings: () => Settings
}

interface By {
  readonly actor: Actor
  readonly requestId: string
  /** Of the balance before. */
  readonly trace?: Trace<number> | undefined
}

/** A balance to be set, and the one that it was changed from where that is known. */
export interface QuotaWish {
  readonly quota: number
  readonly expected?: number | undefined
}

interface ReasonedWish extends QuotaWish {
  readonly reason?: string
}

interface Wish {
  readonly mode: QuotaMode
  readonly value?: number | undefined
  readonly reason: string
  readonly once_id?: string | undefined
}

/** Whether it was done by an earlier call under the same id. */
interface Done {
  readonly isRepeat: boolean
}

interface Amount {
  readonly amount: number
  readonly content: string
  readonly note?: string
  readonly onceId?: string | undefined
}

/** The balance before and after, and what was asked for. */
type DescribeFigures = (figuresOf: (quota: number) => { readonly before: object; readonly after: object }) => Trace<number>

interface Changing extends Omit<By, 'trace'> {
  readonly language: Language
  readonly describe: DescribeFigures
}

const noteOf = (reason: string): { readonly note?: string } => (reason === '' ? {} : { note: reason })

/** Balances that an administrator changes by hand. Each is one transaction, in which the rule of rank holds once more. */
export const createBalanceChanges = ({ balances, settings }: Dependencies) => {
  const balanceMoved = ({ read, balance }: { readonly read: number; readonly balance: number }): Refusal =>
    new Refusal('balance-moved', { read: exactQuota(read, settings()), balance: exactQuota(balance, settings()) })

  /** What the database needs to set a balance, and to write down that it was set. */
  const settingOf = ({ quota, expected, reason = '' }: ReasonedWish, { actor, requestId }: By) => ({
    quota,
    ...(expected !== undefined && { expected }),
    requestId,
    ...noteOf(reason),
    describe: (before: number) => ({
      type: LogType.manage,
      content: withReason(quotaSetText(before, quota, settings()), reason),
      detail: { by: actor.id, before, after: quota },
    }),
  })

  const set = async (target: UserObject, wish: ReasonedWish, by: By): Promise<void> => {
    const outcome = await balances.setQuota({ ...settingOf(wish, by), userId: target.id, roleBelow: by.actor.role, trace: by.trace })
    if (outcome === 'no-user') throw new Refusal('not-below-you')
    if ('balance' in outcome) throw balanceMoved({ read: wish.expected ?? 0, balance: outcome.balance })
  }

  const add = async (target: UserObject, { amount, content, onceId, ...note }: Amount, { actor, requestId, trace }: By): Promise<Done> => {
    const detail = { by: actor.id, ...(onceId !== undefined && { once_id: onceId }) }
    const log = { type: amount < 0 ? LogType.manage : LogType.topUp, quota: amount, content, detail }
    const outcome = await balances.topUp({ userId: target.id, amount, onceId, roleBelow: actor.role, requestId, trace, log, ...note })
    if (outcome === 'booked' || outcome === 'repeat') return { isRepeat: outcome === 'repeat' }
    if (outcome === 'no-user') throw notFound('user', target.id)
    if (outcome === 'too-large') throw new Refusal('quota-too-large')
    if ('usedFor' in outcome)
      throw new Refusal('once-id-used', {
        id: onceId ?? '',
        user: outcome.usedFor.userId,
        amount: exactQuota(outcome.usedFor.amount, settings()),
      })
    throw new Refusal('balance-too-small', {
      balance: exactQuota(outcome.balance, settings()),
      amount: exactQuota(-amount, settings()),
    })
  }

  /** A new balance is worked out in the database, by so much more or less: what is spent in between is not undone. */
  const change = async (target: UserObject, wish: Wish, { language, describe, ...from }: Changing): Promise<Done> => {
    const { mode, value, reason, once_id: onceId } = wish
    if (value === undefined || (value === 0 && mode !== 'override')) throw invalidInput('value', 'required', language)
    if (mode === 'override' && onceId !== undefined) throw invalidInput('once_id', 'once-override', language)
    const amount = mode === 'subtract' ? -value : value
    const figures = { mode, value, ...(reason !== '' && { reason }), ...(onceId !== undefined && { once_id: onceId }) }
    const by = {
      ...from,
      trace: describe((quota) => ({ before: { quota }, after: { ...figures, quota: mode === 'override' ? value : quota + amount } })),
    }
    switch (mode) {
      case 'override':
        await set(target, { quota: value, reason }, by)
        return { isRepeat: false }
      case 'add':
        return await add(target, { amount, onceId, content: withReason(creditText(value, settings()), reason), ...noteOf(reason) }, by)
      case 'subtract':
        return await add(target, { amount, onceId, content: withReason(debitText(value, settings()), reason), ...noteOf(reason) }, by)
    }
  }

  /** A remark stands in the place of the text, as the family's scripts expect it. */
  const credit = (target: UserObject, { quota, remark }: { readonly quota: number; readonly remark: string }, by: By): Promise<Done> =>
    add(target, { amount: quota, content: remark || creditText(quota, settings()) }, by)

  return { settingOf, balanceMoved, change, credit }
}
