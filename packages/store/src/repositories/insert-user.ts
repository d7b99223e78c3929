import { UserStatus } from '@weir/contract/user'
import type { Kysely } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { createEntries } from '../metering/entries.ts'
import type { Schema } from '../schema.ts'
import { emptyToNull, insertRow } from '../rows.ts'
import { usernameColumns } from './username-columns.ts'

export const externalProviders = ['github', 'wechat', 'lark', 'oidc'] as const
export type ExternalProvider = (typeof externalProviders)[number]

/** Whether root had not saved the provider's settings when its id was bound. */
export type Unconfirmed = Readonly<Partial<Record<ExternalProvider, boolean>>>

export interface NewUser {
  readonly username: string
  readonly passwordHash: string
  readonly displayName: string
  readonly role: number
  readonly group?: string
  readonly email?: string
  readonly githubId?: string
  readonly wechatId?: string
  readonly larkId?: string
  readonly oidcId?: string
  readonly unconfirmed?: Unconfirmed
  readonly affCode?: string
  readonly inviterId?: number
  readonly mustChangePassword?: boolean
  readonly accessToken?: string
  /** Booked as a ledger entry of kind `grant`. */
  readonly startQuota?: number
}

const optional = (text: string | undefined): string | null => emptyToNull(text ?? '')

export const unconfirmedColumns = (unconfirmed: Unconfirmed = {}) =>
  Object.fromEntries(Object.entries(unconfirmed).map(([provider, isUnconfirmed]) => [`${provider}_unconfirmed`, isUnconfirmed]))

/** The row and its first credit, as part of a transaction of the caller. Throws `DuplicateRow` when a unique value is taken. */
export const insertUser = async (db: Kysely<Schema>, context: StoreContext, user: NewUser): Promise<number> => {
  const id = await insertRow(db, context.engine, {
    table: 'users',
    values: {
      ...usernameColumns(user.username),
      password_hash: user.passwordHash,
      display_name: user.displayName,
      role: user.role,
      status: UserStatus.enabled,
      email: optional(user.email),
      github_id: optional(user.githubId),
      wechat_id: optional(user.wechatId),
      lark_id: optional(user.larkId),
      oidc_id: optional(user.oidcId),
      ...unconfirmedColumns(user.unconfirmed),
      access_token_hmac: user.accessToken === undefined ? null : context.vault.lookup('access-token-hmac', user.accessToken),
      quota: 0,
      used_quota: 0,
      request_count: 0,
      user_group: user.group ?? 'default',
      aff_code: optional(user.affCode),
      inviter_id: user.inviterId ?? 0,
      auth_version: 1,
      must_change_password: user.mustChangePassword ?? false,
      created_at: nowSeconds(context.clock),
    },
  })
  const amount = user.startQuota ?? 0
  if (amount !== 0) await createEntries(context).add(db, { userId: id, amount, kind: 'grant', note: 'first credit' })
  return id
}
