import { getMailChoices, setMailChoices } from '@weir/contract/alerts/mail-choices'
import { Refusal } from '@weir/contract/errors'
import { createSystemToken, editSelf, getSelf, listAvailableModels, listUserModels, type UserObject } from '@weir/contract/user'
import type { ChannelPool } from '@weir/relay/ports'
import { DuplicateRow } from '@weir/store/errors'
import type { MailChoices, MailEdit } from '@weir/store/repositories/sign-in/mail-choices'
import type { EditedUser, UserEdits } from '@weir/store/repositories/user-edits'
import type { Account, Users } from '@weir/store/repositories/users'
import { invalidInput, parseNewUsername } from '../invalid-input.ts'
import { route, type Route } from '../route.ts'
import { passwordChangedMail } from '../../mail/mail-texts.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Actor } from '../../accounts/actor.ts'
import { requireGoodPassword } from '../../accounts/password-rules.ts'
import { verifyPassword, type HashPassword } from '../../accounts/passwords.ts'
import { usableGroups } from '../../settings/usable-groups.ts'
import { newSecretId } from '../../net/random-text.ts'
import type { Settings } from '../../settings/settings.ts'

interface Dependencies {
  readonly users: Users
  readonly userEdits: Pick<UserEdits, 'editOwn'>
  readonly mailChoices: MailChoices
  readonly pool: ChannelPool
  readonly settings: () => Settings
  readonly mailer: Mailer
  readonly hashPassword: HashPassword
}

const found = <T>(account: T | undefined): T => {
  if (account === undefined) throw new Refusal('not-signed-in')
  return account
}

const given = (text: string | undefined): string | undefined => (text === undefined || text.trim() === '' ? undefined : text.trim())

const named = ({ username, display_name }: UserObject) => ({ username, display_name })

/** That of the change which the actor has just made: one that came right after it ends the session as any other. */
const versionAfter = ({ authVersion }: Actor) => (authVersion === undefined ? {} : { authVersion: authVersion + 1 })

const requireNewPassword = async (password: string, username: string, account: Account): Promise<void> => {
  requireGoodPassword(password, username)
  if (account.mustChangePassword && (await verifyPassword(password, account.passwordHash))) throw new Refusal('same-password')
}

export const selfRoutes = ({ users, userEdits, mailChoices, pool, settings, mailer, hashPassword }: Dependencies): readonly Route[] => [
  route(getSelf, async (_, { actor }) => found(await users.findById(actor.id)).user),
  route(editSelf, async ({ body }, { actor, session, language, trace }) => {
    const account = found(await users.findById(actor.id))
    const { user } = account
    const wish = given(body.username)
    const username = wish === undefined || wish === user.username ? undefined : parseNewUsername(wish, language)
    if (body.password) await requireNewPassword(body.password, username ?? user.username, account)
    const displayName = given(body.display_name)
    try {
      const edited = await userEdits.editOwn({
        id: actor.id,
        authVersion: actor.authVersion,
        profile: { ...(username !== undefined && { username }), ...(displayName !== undefined && { displayName }) },
        passwordHash: body.password ? await hashPassword(body.password) : undefined,
        trace: trace((edit: EditedUser | undefined) =>
          edit === undefined
            ? []
            : [
                {
                  object: `user ${actor.id}`,
                  before: named(edit.before),
                  after: { ...named(edit.after), ...(body.password && { password: 'changed' }) },
                },
              ],
        ),
      })
      found(edited)
    } catch (error) {
      if (error instanceof DuplicateRow) throw new Refusal('name-taken', { username: username ?? '' })
      throw error
    }
    if (!body.password) return
    // The new password ended every session; whoever set it stays signed in, with a new one.
    await session.start(actor.id, { ...versionAfter(actor), hasShownFactor: true })
    mailer.sendLater(user.email, passwordChangedMail(settings().text('SystemName'), language))
  }),
  route(getMailChoices, async (_, { actor }) => found(await mailChoices.of(actor.id))),
  route(setMailChoices, async ({ body }, { actor, trace }) => {
    const traced = trace(({ before, after }: MailEdit) => [{ object: `user ${actor.id}`, before, after }])
    return (await mailChoices.set(actor.id, body, traced)).after
  }),
  route(createSystemToken, async (_, { actor, trace }) => {
    const token = newSecretId()
    const traced = trace((isDone: boolean) => (isDone ? [{ object: `user ${actor.id}`, after: { access_token: 'changed' } }] : []))
    // A password that was changed since the call came in has ended the system access token; this must not be a new one.
    if (!(await users.setAccessToken(actor.id, token, { authVersion: actor.authVersion, trace: traced })))
      throw new Refusal('not-signed-in')
    return token
  }),
  ...[listAvailableModels, listUserModels].map((endpoint) =>
    route(endpoint, async ({ query: { group } }, { actor, language }) => {
      const { user } = found(await users.findById(actor.id))
      const asked = group || user.group
      if (!usableGroups(settings(), user.group).has(asked)) throw invalidInput('group', 'usable-group', language)
      return [...(await pool.snapshot()).modelsOf(asked)]
    }),
  ),
]
