import { confirmReset, requestReset } from '@weir/contract/account'
import { Refusal } from '@weir/contract/errors'
import { Role, UserStatus } from '@weir/contract/user'
import type { Codes } from '@weir/store/repositories/sign-in/codes'
import type { Account, Users } from '@weir/store/repositories/users'
import { route, type Route } from '../route.ts'
import { isResetConfirmed } from '../../settings/confirmed-services.ts'
import type { HumanCheck } from '../../accounts/human-check.ts'
import { passwordChangedMail, resetMail } from '../../mail/mail-texts.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { HashPassword } from '../../accounts/passwords.ts'
import { newSecretId, randomBase62 } from '../../net/random-text.ts'
import { requireServerAddress, serverAddress } from '../../mail/server-address.ts'
import type { Settings } from '../../settings/settings.ts'
import { admitMail } from './accounts.ts'

interface Dependencies {
  readonly users: Users
  readonly codes: Codes
  readonly settings: () => Settings
  readonly mailer: Mailer
  readonly humanCheck: HumanCheck
  readonly hashPassword: HashPassword
}

const NEW_PASSWORD_LENGTH = 16

export const passwordResetRoutes = ({ users, codes, settings, mailer, humanCheck, hashPassword }: Dependencies): readonly Route[] => {
  /** Control of the mail must not mean control of the product: root's password is set on the server, an admin's by mail that root set up. */
  const guard = () => ({ roleBelow: isResetConfirmed(settings()) ? Role.root : Role.admin })
  const canReset = (account: Account | undefined): account is Account =>
    account !== undefined && account.user.status === UserStatus.enabled && account.user.role < guard().roleBelow

  return [
    // Known or not, the same work is done before the answer: only the mailbox shows the difference.
    route(requestReset, async ({ query: { email, turnstile } }, { address, host, language }) => {
      await humanCheck({ action: 'reset_password', token: turnstile, address, host })
      mailer.requireConfigured()
      requireServerAddress(settings())
      await admitMail(codes, email)
      const account = await users.findByEmail(email)
      const token = newSecretId()
      await codes.issue('reset', email, token)
      if (!canReset(account)) return
      const query = new URLSearchParams({ email, token })
      const link = `${serverAddress(settings())}/user/reset?${query.toString()}`
      mailer.sendLater(email, resetMail(settings().text('SystemName'), link, language))
    }),
    route(confirmReset, async ({ body: { email, token } }, { language }) => {
      const isRight = await codes.redeem('reset', email, token)
      const account = isRight ? await users.findByEmail(email) : undefined
      if (!canReset(account)) throw new Refusal('reset-link-invalid')
      const password = randomBase62(NEW_PASSWORD_LENGTH)
      const passwordHash = await hashPassword(password)
      const isSet = await users.setPassword(account.user.id, passwordHash, { mustChange: true, ...guard() })
      if (!isSet) throw new Refusal('reset-link-invalid')
      mailer.sendLater(email, passwordChangedMail(settings().text('SystemName'), language))
      return password
    }),
  ]
}
