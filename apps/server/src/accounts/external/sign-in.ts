import { Refusal } from '@weir/contract/errors'
import { UserStatus, newUsername, type UserObject } from '@weir/contract/user'
import { DuplicateRow } from '@weir/store/errors'
import type { ProfileChange, Users } from '@weir/store/repositories/users'
import type { OpenAccount } from '../open-account.ts'
import { randomBase62 } from '../../net/random-text.ts'
import type { Settings } from '../../settings/settings.ts'
import type { ExternalIdentity, IdentityProvider, ProviderKey } from './identity.ts'

interface Dependencies {
  readonly users: Users
  readonly openAccount: OpenAccount
  readonly settings: () => Settings
}

export interface ExternalSignIn {
  /** The account of the person, made now when there is none and registration is open. */
  enter(provider: IdentityProvider, code: string): Promise<UserObject>
  bind(provider: IdentityProvider, code: string, userId: number): Promise<void>
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

/** The name they have elsewhere if it will do here, then made-up ones: names may be taken, also a moment ago. */
const usernamesFor = (key: ProviderKey, wish: string): readonly string[] => {
  const parsed = newUsername.safeParse(wish)
  const madeUp = Array.from({ length: MAX_TRIES - 1 }, () => `${key}_${randomBase62(8).toLowerCase()}`)
  return parsed.success ? [parsed.data, ...madeUp] : madeUp
}

export const createExternalSignIn = ({ users, openAccount, settings }: Dependencies): ExternalSignIn => {
  const identify = async (provider: IdentityProvider, code: string): Promise<ExternalIdentity> => {
    const now = settings()
    if (!provider.isOpen(now)) throw new Refusal('provider-closed', { provider: provider.label })
    return await provider.identify(code, now)
  }

  const findUsable = async (key: ProviderKey, id: string): Promise<UserObject | undefined> => {
    const account = await users.findByExternalId(key, id)
    if (account === undefined) return undefined
    if (account.user.status !== UserStatus.enabled) throw new Refusal('account-closed')
    return account.user
  }

  /** An address is taken over only when nobody has it; it never says whose account this is. */
  const freeEmail = async (email: string): Promise<string> => {
    const address = email.trim().toLowerCase()
    return address !== '' && (await users.findByEmail(address)) === undefined ? address : ''
  }

  const create = async (key: ProviderKey, identity: ExternalIdentity): Promise<UserObject> => {
    for (const username of usernamesFor(key, identity.username)) {
      try {
        await openAccount({
          username,
          passwordHash: '',
          displayName: Array.from(identity.displayName).slice(0, DISPLAY_NAME_LENGTH).join(''),
          email: await freeEmail(identity.email),
          ...externalColumn(key, identity.id),
        })
      } catch (error) {
        if (!(error instanceof DuplicateRow)) throw error
      }
      // Also after a failure: the same person may have come in through another window at the same moment.
      const user = await findUsable(key, identity.id)
      if (user !== undefined) return user
    }
    throw new Error(`no free username for a ${key} account after ${MAX_TRIES} tries`)
  }

  return {
    async enter(provider, code) {
      const identity = await identify(provider, code)
      const known = await findUsable(provider.key, identity.id)
      if (known !== undefined) return known
      if (!settings().isOn('RegisterEnabled')) throw new Refusal('registration-closed')
      return await create(provider.key, identity)
    },
    async bind(provider, code, userId) {
      const identity = await identify(provider, code)
      const taken = () => new Refusal('already-bound', { provider: provider.label })
      const owner = await users.findByExternalId(provider.key, identity.id)
      if (owner !== undefined && owner.user.id !== userId) throw taken()
      try {
        await users.updateProfile(userId, externalColumn(provider.key, identity.id))
      } catch (error) {
        if (error instanceof DuplicateRow) throw taken()
        throw error
      }
    },
  }
}
