import { confirmReset, requestReset } from '@weir/contract/account'
import { Refusal } from '@weir/contract/errors'
import { UserStatus, isRoot } from '@weir/contract/user'
import type { Codes } from '@weir/store/repositories/codes'
import type { Account, Users } from '@weir/store/repositories/users'
import { route, type Route } from './route.ts'
import type { HumanCheck } from '../accounts/human-check.ts'
import { passwordChangedMail, resetMail } from '../mail/mail-texts.ts'
import type { Mailer } from '../mail/mailer.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { newSecretId, randomBase62 } from '../net/random-text.ts'
import { serverAddress } from '../mail/server-address.ts'
import type { Settings } from '../settings/settings.ts'
import { admitMail } from './accounts.ts'

interface Dependencies {
  readonly users: Users
  readonly codes: Codes
  readonly settings: () => Settings
  readonly mailer: Mailer
  readonly humanCheck: HumanCheck
}

const NEW_PASSWORD_LENGTH = 16

export const passwordResetRoutes = ({ users, codes, settings, mailer, humanCheck }: Dependencies): readonly Route[] => {
  /** Whoever controls mail would otherwise control the whole place; root's password is set on the server itself. */
  const resettable = async (email: string): Promise<Account | undefined> => {
    const account = await users.findByEmail(email)
    return account !== undefined && account.user.status === UserStatus.enabled && !isRoot(account.user.role) ? account : undefined
  }

  return [
    // Known or not, the same work is done before the answer: only the mailbox shows the difference.
    route(requestReset, async ({ query: { email, turnstile } }, { address, host, language }) => {
      await humanCheck({ action: 'reset_password', token: turnstile, address, host })
      mailer.requireConfigured()
      await admitMail(codes, email)
      const account = await resettable(email)
      const token = newSecretId()
      await codes.issue('reset', email, token)
      if (account === undefined) return
      const query = new URLSearchParams({ email, token })
      const link = `${serverAddress(settings())}/user/reset?${query.toString()}`
      mailer.sendLater(email, resetMail(settings().text('SystemName'), link, language))
    }),
    route(confirmReset, async ({ body: { email, token } }, { language }) => {
      const isRight = await codes.redeem('reset', email, token)
      const account = isRight ? await resettable(email) : undefined
      if (account === undefined) throw new Refusal('reset-link-invalid')
      const password = randomBase62(NEW_PASSWORD_LENGTH)
      await users.setPassword(account.user.id, await hashPassword(password), { mustChange: true })
      mailer.sendLater(email, passwordChangedMail(settings().text('SystemName'), language))
      return password
    }),
  ]
}
