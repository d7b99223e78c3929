import { Refusal } from '@weir/contract/errors'
import { isRoot } from '@weir/contract/user'
import type { BudgetWarning, BudgetWarnings } from '@weir/store/metering/budget-warnings'
import type { BudgetsRepository } from '@weir/store/repositories/budgets'
import { describeError, log } from '../process/log.ts'
import type { Settings } from '../settings/settings.ts'
import { budgetMail, type BudgetFacts } from './budget-texts.ts'
import type { Mailer } from './mailer.ts'
import type { NotifyRoot } from './notify-root.ts'

interface Dependencies {
  readonly warnings: BudgetWarnings
  readonly budgets: Pick<BudgetsRepository, 'get' | 'subjects'>
  readonly mailer: Pick<Mailer, 'isConfigured' | 'send'>
  readonly notifyRoot: NotifyRoot
  readonly settings: () => Settings
}

/** Tells owners by mail, and root by the message pusher or by mail, that a budget runs out: beside the requests, never on their way. */
export const createWarnOfBudgets = ({ warnings, budgets, mailer, notifyRoot, settings }: Dependencies): (() => Promise<void>) => {
  const canTell = (): boolean => mailer.isConfigured() || settings().text('MessagePusherAddress') !== ''

  const tellOwner = async (email: string | null, facts: BudgetFacts): Promise<boolean> => {
    if (email === null || !mailer.isConfigured()) return true
    try {
      await mailer.send(email, budgetMail(facts))
      return true
    } catch (error) {
      // It has been written down by the mailer; the next look tries again.
      if (error instanceof Refusal) return false
      throw error
    }
  }

  const tell = async (warning: BudgetWarning): Promise<void> => {
    const budget = await budgets.get(warning.budgetId)
    const [subject] = budget === undefined ? [] : await budgets.subjects([budget])
    if (budget === undefined || subject === undefined) return
    const { name, account } = subject
    const facts = { ...budget, name, percent: warning.percent, used: warning.used, systemName: settings().text('SystemName') }
    const owner = account === undefined || isRoot(account.role) ? null : account.email
    if (!(await tellOwner(owner, facts))) return
    const { subject: title, lines } = budgetMail(facts)
    await notifyRoot({ subject: title, text: lines.join('\n') })
    await warnings.told(warning)
  }

  return async () => {
    if (!canTell()) return
    try {
      for (const warning of await warnings.take()) await tell(warning)
    } catch (error) {
      log.error('budgets could not be looked at for warnings', describeError(error))
    }
  }
}
