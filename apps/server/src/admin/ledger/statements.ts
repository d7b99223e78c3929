import { notFound } from '@weir/contract/errors'
import { getOwnStatement, getStatement, type StatementObject } from '@weir/contract/ledger/statement'
import { openCalendar } from '@weir/ledger/period'
import type { Clock } from '@weir/relay/ports'
import type { Users } from '@weir/store/repositories/users'
import type { AccountStatements } from '@weir/store/statements/account-statements'
import { requireRank } from '../../accounts/role-rules.ts'
import type { Settings } from '../../settings/settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly users: Pick<Users, 'findById'>
  readonly statements: AccountStatements
  readonly settings: () => Settings
  readonly clock: Clock
}

interface Owner {
  readonly id: number
  readonly username: string
}

/** Some moment of the month in every zone of the world. */
const middleOf = (month: string): number => Date.parse(`${month}-15T12:00:00Z`)

/** Its middle bears the same name in every zone. */
const monthOf = (start: number, end: number): string => new Date(((start + end) / 2) * 1000).toISOString().slice(0, 7)

export const statementRoutes = ({ users, statements, settings, clock }: Dependencies): readonly Route[] => {
  const statementOf = async ({ id: userId, username }: Owner, asked: string | undefined): Promise<StatementObject> => {
    const timeZone = settings().text('TimeZone')
    const calendar = openCalendar(timeZone)
    const now = clock()
    const { start, end = start } = calendar.spanAt('month', asked === undefined ? now : middleOf(asked))
    const { totals, moreCredits, ...statement } = await statements.read({ userId, start, end })
    return {
      user_id: userId,
      username,
      month: asked ?? monthOf(start, end),
      time_zone: timeZone,
      start,
      end,
      is_over: now >= end * 1000,
      opening: statement.opening,
      closing: statement.closing,
      total_credits: totals.credits,
      total_charges: totals.charges,
      total_corrections: totals.corrections,
      credits: [...statement.credits],
      more_credits: moreCredits,
      charges: statement.charges.map(({ promptTokens, completionTokens, ...charge }) => ({
        ...charge,
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
      })),
      unlisted_charges: statement.unlistedCharges,
      corrections: [...statement.corrections],
    }
  }

  return [
    route(getOwnStatement, ({ query }, { actor }) => statementOf(actor, query.month)),
    route(getStatement, async ({ query }, { actor }) => {
      const account = await users.findById(query.user_id)
      if (account === undefined) throw notFound('user', query.user_id)
      requireRank(actor, account.user, 'view')
      return statementOf(account.user, query.month)
    }),
  ]
}
