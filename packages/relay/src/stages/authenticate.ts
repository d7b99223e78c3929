import type { Caller } from '../stage-types.ts'
import type { Identity } from '../identity.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'

const NEVER = -1
/** Longer than any key ever issued; a longer header is not worth hashing. */
const MAX_KEY_LENGTH = 128

export interface Credential {
  readonly key: string
  readonly channelId: number | undefined
}

const SCHEME = /^Bearer(?:\s+|$)/i
const PREFIX = 'sk-'

const presentedIn = (authorization: string | undefined): string => {
  const presented = (authorization ?? '').replace(SCHEME, '').trim()
  return presented.startsWith(PREFIX) ? presented.slice(PREFIX.length) : presented
}

/** `Bearer sk-KEY` or, for administrators, `Bearer sk-KEY-CHANNEL`. */
const credentialOf = (value: string): Credential | undefined => {
  const dash = value.indexOf('-')
  if (value === '' || dash === 0 || value.length > MAX_KEY_LENGTH) return undefined
  if (dash === -1) return { key: value, channelId: undefined }
  const channel = value.slice(dash + 1)
  return /^[0-9]{1,15}$/.test(channel) ? { key: value.slice(0, dash), channelId: Number(channel) } : undefined
}

const parseCredential = (authorization: string | undefined): Credential => {
  const value = presentedIn(authorization)
  if (value === '') throw new RelayRefusal('no-token')
  const credential = credentialOf(value)
  if (credential === undefined) throw new RelayRefusal('invalid-token')
  return credential
}

const refuseByState = (identity: Identity): void => {
  const { tokenName, tokenState } = identity
  if (tokenState !== 'enabled') throw new RelayRefusal(`token-${tokenState}`, { params: { token: tokenName } }).of(identity)
}

const hasExpired = ({ expiresAt }: Identity, now: number): boolean => expiresAt !== NEVER && expiresAt * 1000 <= now

const isExhausted = ({ isUnlimited, remainQuota }: Identity): boolean => !isUnlimited && remainQuota <= 0

/** A token that has run out is marked in the database when it is met, so that its owner sees why. */
const refuseExpired = async (identity: Identity, identities: Ports['identities']): Promise<never> => {
  await identities.markExpired(identity.tokenId)
  throw new RelayRefusal('token-expired', { params: { token: identity.tokenName } }).of(identity)
}

const refuseExhausted = async (identity: Identity, identities: Ports['identities']): Promise<never> => {
  await identities.markExhausted(identity.tokenId)
  throw new RelayRefusal('token-exhausted', { params: { token: identity.tokenName } }).of(identity)
}

const isFromAllowedSubnet = (identity: Identity, address: string, ports: Pick<Ports, 'isAddressInSubnet'>): boolean =>
  identity.subnets.length === 0 || identity.subnets.some((subnet) => ports.isAddressInSubnet(address, subnet))

/** An address that has guessed too often is not looked up any more, but for keys that have been right before: a whole office may share it. */
const refuseGuesser = (key: string, address: string, guesses: Ports['guesses']): void => {
  const seconds = guesses.secondsToWait(address, key)
  if (seconds > 0) throw new RelayRefusal('limited', { params: { limit: 'keys' }, retryAfter: String(seconds) })
}

/** The group was the user's, or offered to all, when it was chosen. */
const refuseGroup = (identity: Identity, { isGroupUsable }: Pick<Ports, 'isGroupUsable'>): void => {
  const { ownGroup, group, tokenName } = identity
  if (ownGroup === undefined || isGroupUsable(group)) return
  throw new RelayRefusal('group-not-allowed', { params: { token: tokenName, group } }).of(identity)
}

type AuthenticatePorts = Pick<Ports, 'identities' | 'clock' | 'isAddressInSubnet' | 'isGroupUsable' | 'guesses'>

const judge = (
  identity: Identity | undefined,
  { credential, address }: { readonly credential: Credential; readonly address: string },
  ports: AuthenticatePorts,
): Caller | Promise<never> => {
  if (identity === undefined) {
    ports.guesses.wrongKey(address)
    throw new RelayRefusal('invalid-token')
  }
  ports.guesses.rightKey(credential.key)
  refuseByState(identity)
  if (hasExpired(identity, ports.clock())) return refuseExpired(identity, ports.identities)
  if (isExhausted(identity)) return refuseExhausted(identity, ports.identities)
  if (!isFromAllowedSubnet(identity, address, ports)) throw new RelayRefusal('subnet', { params: { address } }).of(identity)
  if (!identity.isUserEnabled) throw new RelayRefusal('user-banned').of(identity)
  refuseGroup(identity, ports)
  if (credential.channelId !== undefined && !identity.isAdmin) throw new RelayRefusal('channel-pinned').of(identity)
  return { ...identity, pinnedChannelId: credential.channelId }
}

/** Says at once who a known token is: nearly every request comes with one. */
export const authenticate = (authorization: string | undefined, address: string, ports: AuthenticatePorts): Caller | Promise<Caller> => {
  const credential = parseCredential(authorization)
  refuseGuesser(credential.key, address, ports.guesses)
  const found = ports.identities.find(credential.key)
  const shown = { credential, address }
  return found instanceof Promise ? found.then((identity) => judge(identity, shown, ports)) : judge(found, shown, ports)
}

const isKnown = async (authorization: string, address: string, { identities, guesses }: AuthenticatePorts): Promise<boolean> => {
  const presented = credentialOf(presentedIn(authorization))
  if (presented === undefined || guesses.secondsToWait(address, presented.key) > 0) return false
  return (await identities.find(presented.key)) !== undefined
}

/** Of several keys that a caller shows, the first that is one of ours; where none is, the first of all. The others count as guesses, too. */
export const knownAmong = async (
  [shown, ...others]: readonly [string, ...string[]],
  address: string,
  ports: AuthenticatePorts,
): Promise<string> => {
  for (const key of [shown, ...others]) if (await isKnown(key, address, ports)) return key
  for (const _ of others) ports.guesses.wrongKey(address)
  return shown
}
