import { Refusal } from '@weir/contract/errors'
import { Role, UserStatus, isAdmin, newUsername } from '@weir/contract/user'
import { DuplicateRow } from '@weir/store/errors'
import type { Trace } from '@weir/store/audit/traced'
import type { Account, ProfileChange, Users } from '@weir/store/repositories/users'
import { isProviderConfirmed } from '../../settings/confirmed-services.ts'
import type { OpenAccount } from '../open-account.ts'
import { randomBase62 } from '../../net/random-text.ts'
import type { Settings } from '../../settings/settings.ts'
import type { ExternalIdentity, IdentityProvider, ProviderKey } from './identity.ts'

interface Dependencies {
  readonly users: Users
  readonly openAccount: OpenAccount
  readonly settings: () => Settings
}

interface Binder {
  readonly id: number
  readonly role: number
  /** At which they signed in: whoever has changed the password since lets nobody else bind a way in. */
  readonly authVersion?: number | undefined
  readonly trace?: Trace<boolean>
}

export interface ExternalSignIn {
  /** The account of the person, made now when there is none and registration is open. */
  enter(provider: IdentityProvider, code: string): Promise<Account>
  bind(provider: IdentityProvider, code: string, binder: Binder): Promise<void>
}

const MAX_TRIES = 5
const DISPLAY_NAME_LENGTH = 64

const externalColumn = (key: ProviderKey, id: string): ProfileChange => {
  switch (key) {
    case 'github':
      return { githubId: id }
    case 'lark':
      return { larkId: id }
    case 'oidc':
      return { oidcId: id }
    case 'wechat':
      return { wechatId: id }
  }
}

/** A person, and whether the settings by which the provider was asked are root's. */
interface Confirmation {
  readonly identity: ExternalIdentity
  readonly isConfirmed: boolean
}

const bindingOf = (key: ProviderKey, { identity, isConfirmed }: Confirmation): ProfileChange => ({
  ...externalColumn(key, identity.id),
  unconfirmed: { [key]: !isConfirmed },
})

const unconfirmed = ({ label }: IdentityProvider) => new Refusal('provider-unconfirmed', { provider: label })

/** The name they have elsewhere if it will do here, then made-up ones: names may be taken, also a moment ago. */
const usernamesFor = (key: ProviderKey, wish: string): readonly string[] => {
  const parsed = newUsername.safeParse(wish)
  const wanted = parsed.success ? [parsed.data] : []
  return [...wanted, ...Array.from({ length: MAX_TRIES - wanted.length }, () => `${key}_${randomBase62(8).toLowerCase()}`)]
}

export const createExternalSignIn = ({ users, openAccount, settings }: Dependencies): ExternalSignIn => {
  /** Asked and judged by the same settings, whatever is saved meanwhile. */
  const identify = async (provider: IdentityProvider, code: string, role: number): Promise<Confirmation> => {
    const now = settings()
    if (!provider.isOpen(now)) throw new Refusal('provider-closed', { provider: provider.label })
    const isConfirmed = isProviderConfirmed(now, provider.key)
    if (isAdmin(role) && !isConfirmed) throw unconfirmed(provider)
    return { identity: await provider.identify(code, now), isConfirmed }
  }

  const findUsable = async (provider: IdentityProvider, { identity, isConfirmed }: Confirmation): Promise<Account | undefined> => {
    const account = await users.findByExternalId(provider.key, identity.id)
    if (account === undefined) return undefined
    if (isAdmin(account.user.role)) {
      if (!isConfirmed) throw unconfirmed(provider)
      if (account.unconfirmed.includes(provider.key)) throw new Refusal('binding-unconfirmed', { provider: provider.label })
    }
    if (account.user.status !== UserStatus.enabled) throw new Refusal('account-closed')
    return account
  }

  /** An address is taken over only when nobody has it; it never says whose account this is. */
  const freeEmail = async (email: string): Promise<string> => {
    const address = email.trim().toLowerCase()
    return address !== '' && (await users.findByEmail(address)) === undefined ? address : ''
  }

  const create = async (provider: IdentityProvider, confirmation: Confirmation): Promise<Account> => {
    const { key } = provider
    const { identity } = confirmation
    for (const username of usernamesFor(key, identity.username)) {
      try {
        await openAccount({
          username,
          passwordHash: '',
          displayName: Array.from(identity.displayName).slice(0, DISPLAY_NAME_LENGTH).join(''),
          email: await freeEmail(identity.email),
          ...bindingOf(key, confirmation),
        })
      } catch (error) {
        if (!(error instanceof DuplicateRow)) throw error
      }
      // Also after a failure: the same person may have come in through another window at the same moment.
      const account = await findUsable(provider, confirmation)
      if (account !== undefined) return account
    }
    throw new Error(`no free username for a ${key} account after ${MAX_TRIES} tries`)
  }

  return {
    async enter(provider, code) {
      const confirmation = await identify(provider, code, Role.user)
      const known = await findUsable(provider, confirmation)
      if (known !== undefined) return known
      if (!settings().isOn('RegisterEnabled')) throw new Refusal('registration-closed')
      return await create(provider, confirmation)
    },
    async bind(provider, code, { id: userId, role, authVersion, trace }) {
      const confirmation = await identify(provider, code, role)
      const { identity, isConfirmed } = confirmation
      const taken = () => new Refusal('already-bound', { provider: provider.label })
      const owner = await users.findByExternalId(provider.key, identity.id)
      if (owner !== undefined && owner.user.id !== userId) throw taken()
      try {
        // A promotion in between makes the write miss.
        const guard = { authVersion, ...(!isConfirmed && { roleBelow: Role.admin }), ...(trace && { trace }) }
        const isBound = await users.updateProfile(userId, bindingOf(provider.key, confirmation), guard)
        if (!isBound) throw isConfirmed ? new Refusal('not-signed-in') : unconfirmed(provider)
      } catch (error) {
        if (error instanceof DuplicateRow) throw taken()
        throw error
      }
    },
  }
}
