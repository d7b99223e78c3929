import { Refusal, type Language } from '@weir/contract/errors'
import { Role, UserStatus, isRoot, type UserObject } from '@weir/contract/user'
import type { ManageAction } from '@weir/contract/user-admin'
import type { Actor } from '../../accounts/actor.ts'
import { requireRank } from '../../accounts/role-rules.ts'
import { invalidInput } from '../invalid-input.ts'
import type { QuotaWish } from './balance-changes.ts'

interface NewUserWishes {
  readonly role?: number | undefined
  readonly status?: number | undefined
  readonly quota?: number | undefined
  readonly group?: string | undefined
}

/** What a new account begins with. */
export interface Beginning {
  readonly role: number
  readonly group: string
  /** Instead of what the operator gives new users. */
  readonly quota: number | undefined
}

interface Asking {
  readonly actor: Actor
  readonly language: Language
}

const roleFrom = (role: number, { actor, language }: Asking): number => {
  if (role !== Role.user && role !== Role.admin) throw invalidInput('role', 'not-here', language)
  if (role === Role.admin && !isRoot(actor.role)) throw new Refusal('root-only')
  return role
}

/** Refused rather than ignored: whoever asks for an administrator must not believe that there is one. 0 and empty are how scripts leave a field to the server. */
export const beginningOf = ({ role, status, quota = 0, group = '' }: NewUserWishes, asking: Asking): Beginning => {
  if (status && status !== UserStatus.enabled) throw invalidInput('status', 'not-here', asking.language)
  if (quota < 0) throw invalidInput('quota', 'not-negative', asking.language)
  return { role: roleFrom(role || Role.user, asking), group: group.trim() || 'default', quota: quota || undefined }
}

/** Who somebody is at a provider, how they are reached and who invited them is not an administrator's to write. */
const FIXED = ['email', 'github_id', 'wechat_id', 'lark_id', 'oidc_id', 'access_token', 'aff_code', 'inviter_id'] as const

type Sendable<T> = T extends string ? string : T

export type SentUser = Partial<{ readonly [K in (typeof FIXED)[number] | 'role' | 'status']: Sendable<UserObject[K]> | undefined }>

type RankAction = Exclude<ManageAction, 'delete'>

interface Rank {
  readonly role?: number
  readonly status?: number
}

const RANKS: Readonly<Record<RankAction, Rank>> = {
  promote: { role: Role.admin },
  demote: { role: Role.user },
  enable: { status: UserStatus.enabled },
  disable: { status: UserStatus.disabled },
}

/** What the actions write. */
export const rankAfter = (actions: readonly RankAction[]): Rank =>
  actions.reduce<Rank>((rank, action) => ({ ...rank, ...RANKS[action] }), {})

const ROLE_ACTIONS: Readonly<Record<number, RankAction>> = { [Role.user]: 'demote', [Role.admin]: 'promote' }
const STATUS_ACTIONS: Readonly<Record<number, RankAction>> = { [UserStatus.enabled]: 'enable', [UserStatus.disabled]: 'disable' }

const isWish = <T>(sent: T | undefined, present: T): sent is T => sent !== undefined && sent !== '' && sent !== 0 && sent !== present

/** What a record that was sent back asks for beyond its profile. Refuses what cannot be done, before anything is written. */
export const actionsWanted = (
  sent: SentUser,
  before: UserObject,
  { actor, language }: { readonly actor: Actor; readonly language: Language },
): readonly RankAction[] => {
  const fixed = FIXED.find((field) => isWish<string | number>(sent[field], before[field]))
  if (fixed !== undefined) throw invalidInput(fixed, 'not-here', language)
  const actions: RankAction[] = []
  if (isWish(sent.status, before.status)) {
    const action = STATUS_ACTIONS[sent.status]
    if (action === undefined) throw invalidInput('status', 'not-here', language)
    actions.push(action)
  }
  if (isWish(sent.role, before.role)) {
    const action = ROLE_ACTIONS[sent.role]
    if (action === undefined) throw new Refusal('not-below-you')
    requireRank(actor, before, 'rank')
    actions.push(action)
  }
  return actions
}

interface SentFigures {
  readonly quota?: number | undefined
  readonly quota_read?: number | undefined
  readonly used_quota?: number | undefined
}

/** Clients that keep known fields alone still tell what had been used: had nothing but charges moved the balance, this is what they read. */
const readQuota = ({ quota_read: read, used_quota: used }: SentFigures, before: UserObject): number | undefined =>
  read ?? (used === undefined ? undefined : before.quota + before.used_quota - used)

/** The balance that a record asks for; undefined where it holds the one that was read. Nobody can be set to a balance below 0. */
export const wantedQuota = (sent: SentFigures, before: UserObject, language: Language): QuotaWish | undefined => {
  const { quota } = sent
  const expected = readQuota(sent, before)
  if (quota === undefined || quota === expected) return undefined
  if (quota >= 0) return { quota, expected }
  if (quota !== before.quota) throw invalidInput('quota', 'not-negative', language)
  return undefined
}
