import { bindEmail, deleteSelf, getInvitationCode, register, sendVerification } from '@weir/contract/account'
import { Refusal } from '@weir/contract/errors'
import { Role, UserStatus, isAdmin } from '@weir/contract/user'
import { DuplicateRow } from '@weir/store/errors'
import type { Codes } from '@weir/store/repositories/sign-in/codes'
import type { Users } from '@weir/store/repositories/users'
import { route, type Route } from '../route.ts'
import { isMailConfirmed } from '../../settings/confirmed-services.ts'
import { requireAllowedDomain } from '../../accounts/email-rules.ts'
import type { HumanCheck } from '../../accounts/human-check.ts'
import { addressInUseMail, codeMail } from '../../mail/mail-texts.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import { requireGoodPassword } from '../../accounts/password-rules.ts'
import type { HashPassword } from '../../accounts/passwords.ts'
import { newMailCode, randomBase62 } from '../../net/random-text.ts'
import type { Settings } from '../../settings/settings.ts'

interface Dependencies {
  readonly users: Users
  readonly codes: Codes
  readonly settings: () => Settings
  readonly mailer: Mailer
  readonly humanCheck: HumanCheck
  readonly openAccount: OpenAccount
  readonly hashPassword: HashPassword
}

const AFF_CODE_LENGTH = 8

/** Every mail counts against its address, whoever asks for it and whatever comes of it. */
export const admitMail = async (codes: Codes, email: string): Promise<void> => {
  const seconds = await codes.admitMail(email)
  if (seconds > 0) throw new Refusal('too-many-requests', { seconds })
}

const requireOpenRegistration = (settings: Settings): void => {
  if (!settings.isOn('RegisterEnabled')) throw new Refusal('registration-closed')
  if (!settings.isOn('PasswordRegisterEnabled')) throw new Refusal('password-registration-closed')
}

export const accountRoutes = ({
  users,
  codes,
  settings,
  mailer,
  humanCheck,
  openAccount,
  hashPassword,
}: Dependencies): readonly Route[] => {
  /** The address the account may carry: proven by its code, or none at all. */
  const provenEmail = async (email: string, code: string): Promise<string> => {
    if (!settings().isOn('EmailVerificationEnabled')) return ''
    if (email === '' || code === '') throw new Refusal('email-required')
    requireAllowedDomain(email, settings())
    if (!(await codes.redeem('email', email, code.trim()))) throw new Refusal('wrong-code')
    return email
  }

  const invitationCodeOf = async (userId: number): Promise<string> => {
    for (;;) {
      const code = (await users.findById(userId))?.user.aff_code
      if (code === undefined) throw new Refusal('not-signed-in')
      if (code !== '') return code
      await users.offerAffCode(userId, randomBase62(AFF_CODE_LENGTH)).catch((error: unknown) => {
        if (!(error instanceof DuplicateRow)) throw error
      })
    }
  }

  return [
    route(register, async ({ query, body }, { address, host }) => {
      requireOpenRegistration(settings())
      await humanCheck({ action: 'register', token: query.turnstile, address, host })
      requireGoodPassword(body.password, body.username)
      const taken = () => new Refusal('name-taken', { username: body.username })
      // Before the code is spent: nobody should need a second one because of a name.
      if (await users.isNameTaken(body.username)) throw taken()
      const email = await provenEmail(body.email, body.verification_code)
      const inviter = await users.findByAffCode(body.aff_code.trim())
      const passwordHash = await hashPassword(body.password)
      try {
        const inviterId = inviter?.user.status === UserStatus.enabled ? inviter.user.id : 0
        await openAccount({ username: body.username, displayName: body.username, passwordHash, email, inviterId })
      } catch (error) {
        if (!(error instanceof DuplicateRow)) throw error
        throw email !== '' && (await users.findByEmail(email)) !== undefined ? new Refusal('email-taken') : taken()
      }
    }),
    route(sendVerification, async ({ query: { email, turnstile } }, { address, host, language }) => {
      await humanCheck({ action: 'verification', token: turnstile, address, host })
      mailer.requireConfigured()
      requireAllowedDomain(email, settings())
      await admitMail(codes, email)
      const systemName = settings().text('SystemName')
      const isTaken = (await users.findByEmail(email)) !== undefined
      const code = newMailCode()
      await codes.issue('email', email, code)
      await mailer.send(email, isTaken ? addressInUseMail(systemName, language) : codeMail(systemName, code, language))
    }),
    route(bindEmail, async ({ query: { email, code } }, { actor, trace }) => {
      if (isAdmin(actor.role) && !isMailConfirmed(settings())) throw new Refusal('mail-unconfirmed')
      requireAllowedDomain(email, settings())
      if (!(await codes.redeem('email', email, code.trim()))) throw new Refusal('wrong-code')
      try {
        const traced = trace((isDone: boolean) => (isDone ? [{ object: `user ${actor.id}`, after: { email } }] : []))
        const guard = { authVersion: actor.authVersion, trace: traced }
        if (!(await users.updateProfile(actor.id, { email }, guard))) throw new Refusal('not-signed-in')
      } catch (error) {
        if (error instanceof DuplicateRow) throw new Refusal('email-taken')
        throw error
      }
    }),
    route(getInvitationCode, (_, { actor }) => invitationCodeOf(actor.id)),
    route(deleteSelf, async (_, { actor, session, trace }) => {
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `user ${actor.id}` }] : []))
      if (!(await users.softDelete(actor.id, { roleBelow: Role.root, trace: traced }))) throw new Refusal('root-stays')
      await session.end()
    }),
  ]
}
