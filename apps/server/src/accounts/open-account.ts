import { Role } from '@weir/contract/user'
import type { Trace } from '@weir/store/audit/traced'
import type { Accounts, NewAccount, WelcomeCredit } from '@weir/store/repositories/accounts'
import { creditText, invitedText, inviterText, newUserText } from '../settings/log-texts.ts'
import { newTokenKey } from '../net/random-text.ts'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly accounts: Accounts
  readonly settings: () => Settings
}

export type Newcomer = Omit<NewAccount['user'], 'role'>

const creditsFor = (settings: Settings, isInvited: boolean): readonly WelcomeCredit[] => {
  const forNewUser = settings.number('QuotaForNewUser')
  const welcome: WelcomeCredit = { to: 'newcomer', kind: 'grant', amount: forNewUser, text: newUserText(forNewUser, settings) }
  if (!isInvited) return [welcome]
  const forInvitee = settings.number('QuotaForInvitee')
  const forInviter = settings.number('QuotaForInviter')
  return [
    welcome,
    { to: 'newcomer', kind: 'invite', amount: forInvitee, text: invitedText(forInvitee, settings) },
    { to: 'inviter', kind: 'invite', amount: forInviter, text: inviterText(forInviter, settings) },
  ]
}

/** What an administrator gave it; without a quota it has what new users are given. */
interface Beginning {
  readonly role: number
  readonly quota: number | undefined
  /** Of the id that the account got. */
  readonly trace?: Trace<number>
}

export type OpenAccount = (newcomer: Newcomer, beginning?: Beginning) => Promise<number>

const givenBy = (quota: number, settings: Settings): readonly WelcomeCredit[] => [
  { to: 'newcomer', kind: 'grant', amount: quota, text: creditText(quota, settings) },
]

/** However an account comes to be: with what the operator gives new users, and a first token. Throws `DuplicateRow`. */
export const createOpenAccount =
  ({ accounts, settings }: Dependencies): OpenAccount =>
  (newcomer, { role, quota, trace } = { role: Role.user, quota: undefined }) =>
    accounts.open(
      {
        user: { ...newcomer, role },
        tokenKey: newTokenKey(),
        credits: quota === undefined ? creditsFor(settings(), (newcomer.inviterId ?? 0) > 0) : givenBy(quota, settings()),
      },
      trace,
    )
