import { randomUUID } from 'node:crypto'
import { Role, UserStatus, type UserObject } from '@weir/contract/user'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { createEntries } from '../metering/entries.ts'
import type { Schema, UsersTable } from '../schema.ts'
import { LIKE_ESCAPE, emptyToNull, insertRow, nullToEmpty, prefixPattern, type Page } from './rows.ts'
import { sql } from 'kysely'

/** A user with what only the sign-in code may see. */
export interface Account {
  readonly user: UserObject
  readonly passwordHash: string
  readonly authVersion: number
  readonly mustChangePassword: boolean
  readonly hasAccessToken: boolean
}

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
  readonly affCode?: string
  readonly inviterId?: number
  readonly mustChangePassword?: boolean
  /** Booked as a ledger entry of kind `grant`. */
  readonly startQuota?: number
}

/** Only what is named is written; quota moves through the ledger alone. */
export interface ProfileChange {
  readonly username?: string
  readonly displayName?: string
  readonly email?: string
  readonly githubId?: string
  readonly wechatId?: string
  readonly larkId?: string
  readonly oidcId?: string
  readonly affCode?: string
  readonly group?: string
}

export type UserOrder = 'quota' | 'used_quota' | 'request_count'

export interface Users {
  findById(id: number): Promise<Account | undefined>
  findByName(username: string): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  findByAccessToken(accessToken: string): Promise<Account | undefined>
  findByExternalId(provider: ExternalProvider, externalId: string): Promise<Account | undefined>
  findByAffCode(affCode: string): Promise<Account | undefined>
  /** Deleted users are left out. */
  list(page: Page, order?: UserOrder): Promise<readonly UserObject[]>
  /** By id, or by the beginning of username, display name or e-mail. */
  search(keyword: string, limit: number): Promise<readonly UserObject[]>
  /** Throws `DuplicateRow` when a unique value is taken. */
  create(user: NewUser): Promise<number>
  /** Creates the first account when there is none. Undefined when there is one. */
  createRootIfEmpty(root: { readonly passwordHash: string; readonly accessToken?: string }): Promise<number | undefined>
  updateProfile(id: number, change: ProfileChange): Promise<boolean>
  /** Ends every session of the user. */
  setPassword(id: number, passwordHash: string, mustChange?: boolean): Promise<boolean>
  /** Kept as it is but for its parameters: a stronger hash of the same password ends no session. */
  rehashPassword(id: number, passwordHash: string): Promise<boolean>
  setAccessToken(id: number, accessToken: string): Promise<boolean>
  setRole(id: number, role: number): Promise<boolean>
  setStatus(id: number, status: number): Promise<boolean>
  /** Keeps the row and its money; frees the name. */
  softDelete(id: number): Promise<boolean>
}

export type ExternalProvider = 'github' | 'wechat' | 'lark' | 'oidc'

const EXTERNAL_COLUMNS = { github: 'github_id', wechat: 'wechat_id', lark: 'lark_id', oidc: 'oidc_id' } as const

export const ROOT_QUOTA = 500_000_000_000_000

const toUserObject = (row: Selectable<UsersTable>): UserObject => ({
  id: row.id,
  username: row.username,
  password: '',
  display_name: row.display_name,
  role: row.role,
  status: row.status,
  email: nullToEmpty(row.email),
  github_id: nullToEmpty(row.github_id),
  wechat_id: nullToEmpty(row.wechat_id),
  lark_id: nullToEmpty(row.lark_id),
  oidc_id: nullToEmpty(row.oidc_id),
  verification_code: '',
  access_token: '',
  quota: row.quota,
  used_quota: row.used_quota,
  request_count: row.request_count,
  group: row.user_group,
  aff_code: nullToEmpty(row.aff_code),
  inviter_id: row.inviter_id,
})

export const toAccount = (row: Selectable<UsersTable>): Account => ({
  user: toUserObject(row),
  passwordHash: row.password_hash,
  authVersion: row.auth_version,
  mustChangePassword: row.must_change_password,
  hasAccessToken: row.access_token_hmac !== null,
})

const optional = (text: string | undefined): string | null => emptyToNull(text ?? '')

const profileColumns = (change: ProfileChange): Updateable<UsersTable> => ({
  ...(change.username === undefined ? {} : { username: change.username }),
  ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
  ...(change.group === undefined ? {} : { user_group: change.group }),
  ...(change.email === undefined ? {} : { email: emptyToNull(change.email) }),
  ...(change.githubId === undefined ? {} : { github_id: emptyToNull(change.githubId) }),
  ...(change.wechatId === undefined ? {} : { wechat_id: emptyToNull(change.wechatId) }),
  ...(change.larkId === undefined ? {} : { lark_id: emptyToNull(change.larkId) }),
  ...(change.oidcId === undefined ? {} : { oidc_id: emptyToNull(change.oidcId) }),
  ...(change.affCode === undefined ? {} : { aff_code: emptyToNull(change.affCode) }),
})

export const createUsers = (context: StoreContext): Users => {
  const { kysely, vault, engine, clock } = context
  const entries = createEntries(context)

  const findBy = async (column: keyof UsersTable, value: string | number): Promise<Account | undefined> => {
    const row = await kysely.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()
    return row === undefined ? undefined : toAccount(row)
  }

  const change = async (id: number, columns: Updateable<UsersTable>, endsSessions = false): Promise<boolean> => {
    if (Object.keys(columns).length === 0) return (await findBy('id', id)) !== undefined
    const { numUpdatedRows } = await kysely
      .updateTable('users')
      .set(columns)
      .$if(endsSessions, (update) => update.set((eb) => ({ auth_version: eb('auth_version', '+', 1) })))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    context.identitiesChanged()
    return numUpdatedRows > 0n
  }

  const insert = async (db: Kysely<Schema>, user: NewUser & { readonly accessTokenHmac?: string }): Promise<number> => {
    const id = await insertRow(db, engine, {
      table: 'users',
      values: {
        username: user.username,
        password_hash: user.passwordHash,
        display_name: user.displayName,
        role: user.role,
        status: UserStatus.enabled,
        email: optional(user.email),
        github_id: optional(user.githubId),
        wechat_id: optional(user.wechatId),
        lark_id: optional(user.larkId),
        oidc_id: optional(user.oidcId),
        access_token_hmac: user.accessTokenHmac ?? null,
        quota: 0,
        used_quota: 0,
        request_count: 0,
        user_group: user.group ?? 'default',
        aff_code: optional(user.affCode),
        inviter_id: user.inviterId ?? 0,
        auth_version: 1,
        must_change_password: user.mustChangePassword ?? false,
        created_at: nowSeconds(clock),
      },
    })
    const amount = user.startQuota ?? 0
    if (amount !== 0) await entries.add(db, { userId: id, amount, kind: 'grant', note: 'first credit' })
    return id
  }

  return {
    findById: (id) => findBy('id', id),
    findByName: (username) => findBy('username', username),
    findByEmail: async (email) => (email === '' ? undefined : findBy('email', email)),
    findByAccessToken: (accessToken) => findBy('access_token_hmac', vault.lookup('access-token-hmac', accessToken)),
    findByExternalId: async (provider, externalId) => (externalId === '' ? undefined : findBy(EXTERNAL_COLUMNS[provider], externalId)),
    findByAffCode: async (affCode) => (affCode === '' ? undefined : findBy('aff_code', affCode)),
    async list({ offset, limit }, order) {
      const rows = await kysely
        .selectFrom('users')
        .selectAll()
        .where('status', '!=', UserStatus.deleted)
        .$if(order !== undefined, (query) => query.orderBy(order ?? 'id', 'desc'))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toUserObject)
    },
    async search(keyword, limit) {
      const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0
      const pattern = prefixPattern(keyword)
      const rows = await kysely
        .selectFrom('users')
        .selectAll()
        .where('status', '!=', UserStatus.deleted)
        .where(
          sql<boolean>`(id = ${id} or username like ${pattern} escape ${sql.lit(LIKE_ESCAPE)}
            or display_name like ${pattern} escape ${sql.lit(LIKE_ESCAPE)} or email like ${pattern} escape ${sql.lit(LIKE_ESCAPE)})`,
        )
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toUserObject)
    },
    create: (user) => kysely.transaction().execute((transaction) => insert(transaction, user)),
    createRootIfEmpty: ({ passwordHash, accessToken }) =>
      kysely.transaction().execute(async (transaction) => {
        const someone = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirst()
        if (someone !== undefined) return undefined
        return insert(transaction, {
          username: 'root',
          passwordHash,
          displayName: 'Root User',
          role: Role.root,
          startQuota: ROOT_QUOTA,
          ...(accessToken === undefined ? {} : { accessTokenHmac: vault.lookup('access-token-hmac', accessToken) }),
        })
      }),
    updateProfile: (id, profile) => change(id, profileColumns(profile)),
    setPassword: (id, passwordHash, mustChange = false) =>
      change(id, { password_hash: passwordHash, must_change_password: mustChange }, true),
    rehashPassword: (id, passwordHash) => change(id, { password_hash: passwordHash }),
    setAccessToken: (id, accessToken) => change(id, { access_token_hmac: vault.lookup('access-token-hmac', accessToken) }),
    setRole: (id, role) => change(id, { role }, true),
    setStatus: (id, status) => change(id, { status }, true),
    softDelete: (id) =>
      change(id, { username: `deleted_${randomUUID().replaceAll('-', '')}`, status: UserStatus.deleted, access_token_hmac: null }, true),
  }
}
