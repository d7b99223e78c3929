import { randomUUID } from 'node:crypto'
import { Role, UserStatus, type UserObject } from '@weir/contract/user'
import type { Kysely, Selectable, Updateable } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import type { StoreContext } from '../context.ts'
import { DuplicateRow } from '../errors.ts'
import { createEntries } from '../metering/entries.ts'
import type { Schema, UsersTable } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { deleteBudgetsOf } from './budgets.ts'
import { deleteKeptContent } from './logs/delete-kept-content.ts'
import { UNLIMITED_TOKEN, insertToken } from './insert-token.ts'
import { externalProviders, insertUser, unconfirmedColumns, type ExternalProvider, type NewUser, type Unconfirmed } from './insert-user.ts'
import { countRows, emptyToNull, findAmong, nullToEmpty, isFoundBy, type Page } from '../rows.ts'
import { usernameColumns } from './username-columns.ts'

/** A user with what only the sign-in code may see. */
export interface Account {
  readonly user: UserObject
  readonly passwordHash: string
  readonly authVersion: number
  readonly mustChangePassword: boolean
  readonly hasAccessToken: boolean
  /** Whose ids were bound while root had not saved the provider's settings. */
  readonly unconfirmed: readonly ExternalProvider[]
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
  readonly unconfirmed?: Unconfirmed
  readonly affCode?: string
  readonly group?: string
}

export interface UserWrite {
  /** What the row must still be when the write arrives: a right that was lost in between refuses it. Deleted users never match. */
  readonly roleBelow?: number
  readonly authVersion?: number | undefined
  readonly trace?: Trace<boolean>
}

/** The first account, with a system access token and a relay token when they are given. */
export interface NewRoot {
  readonly passwordHash: string
  readonly accessToken?: string
  readonly tokenKey?: string
}

export type UserOrder = 'quota' | 'used_quota' | 'request_count'

export interface Users {
  findById(id: number): Promise<Account | undefined>
  findByName(username: string): Promise<Account | undefined>
  /** Whether an account has the name, or one that reads like it. */
  isNameTaken(username: string): Promise<boolean>
  findByEmail(email: string): Promise<Account | undefined>
  findByAccessToken(accessToken: string): Promise<Account | undefined>
  findByExternalId(provider: ExternalProvider, externalId: string): Promise<Account | undefined>
  /** The oldest enabled account of the highest role. */
  findRoot(): Promise<Account | undefined>
  findByAffCode(affCode: string): Promise<Account | undefined>
  /** Deleted users are left out. */
  list(page: Page, order?: UserOrder): Promise<readonly UserObject[]>
  /** Of those that the list shows. */
  count(): Promise<number>
  /** By id, or by the beginning of username, display name or e-mail. */
  search(keyword: string, page: Page): Promise<readonly UserObject[]>
  /** Of everything that the search finds, newest first. */
  matching(keyword: string): Promise<readonly number[]>
  /** Throws `DuplicateRow` when a unique value is taken. */
  create(user: NewUser): Promise<number>
  /** Creates the first account when there is none. Undefined when there is one. */
  createRootIfEmpty(root: NewRoot): Promise<number | undefined>
  updateProfile(id: number, change: ProfileChange, options?: UserWrite): Promise<boolean>
  /** Ends every session of the user and the system access token. */
  setPassword(id: number, passwordHash: string, options?: UserWrite & { readonly mustChange?: boolean }): Promise<boolean>
  /** Kept as it is but for its parameters: a stronger hash of the same password ends no session. False when it was changed meanwhile. */
  rehashPassword(id: number, before: string, passwordHash: string): Promise<boolean>
  /** Gives the user the code unless there is one. Throws `DuplicateRow` when another user has it. */
  offerAffCode(id: number, affCode: string): Promise<boolean>
  setAccessToken(id: number, accessToken: string, options?: UserWrite): Promise<boolean>
  setRole(id: number, role: number, options?: UserWrite): Promise<boolean>
  setStatus(id: number, status: number, options?: UserWrite): Promise<boolean>
  /** Keeps the row, frees the name and books what is left as forfeited, what is idle in leases included. */
  softDelete(id: number, options?: UserWrite): Promise<boolean>
}

const EXTERNAL_COLUMNS = { github: 'github_id', wechat: 'wechat_id', lark: 'lark_id', oidc: 'oidc_id' } as const

const ROOT_QUOTA = 500_000_000_000_000
export const ROOT_TOKEN_NAME = 'Initial Root Token'
const ROOT_TOKEN = { ...UNLIMITED_TOKEN, name: ROOT_TOKEN_NAME, remainQuota: ROOT_QUOTA }

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
  unconfirmed: externalProviders.filter((provider) => row[`${provider}_unconfirmed`] === true),
})

export const profileColumns = (change: ProfileChange): Updateable<UsersTable> => ({
  ...(change.username === undefined ? {} : usernameColumns(change.username)),
  ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
  ...(change.group === undefined ? {} : { user_group: change.group }),
  ...(change.email === undefined ? {} : { email: emptyToNull(change.email) }),
  ...(change.githubId === undefined ? {} : { github_id: emptyToNull(change.githubId) }),
  ...(change.wechatId === undefined ? {} : { wechat_id: emptyToNull(change.wechatId) }),
  ...(change.larkId === undefined ? {} : { lark_id: emptyToNull(change.larkId) }),
  ...(change.oidcId === undefined ? {} : { oidc_id: emptyToNull(change.oidcId) }),
  ...unconfirmedColumns(change.unconfirmed),
  ...(change.affCode === undefined ? {} : { aff_code: emptyToNull(change.affCode) }),
})

const SEARCHED = ['username', 'display_name', 'email'] as const

export const createUsers = (context: StoreContext): Users => {
  const { kysely, vault } = context

  const findBy = async (column: keyof UsersTable, value: string | number): Promise<Account | undefined> => {
    const row = await kysely.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()
    return row === undefined ? undefined : toAccount(row)
  }

  const living = () => kysely.selectFrom('users').where('status', '!=', UserStatus.deleted)

  type ChangeOptions = UserWrite & { readonly endsSessions?: boolean; readonly passwordBefore?: string }

  const write = async (
    db: Kysely<Schema>,
    id: number,
    { columns, endsSessions = false, roleBelow, authVersion, passwordBefore }: ChangeOptions & { readonly columns: Updateable<UsersTable> },
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set(columns)
      .$if(endsSessions, (update) => update.set((eb) => ({ auth_version: eb('auth_version', '+', 1) })))
      .where('id', '=', id)
      .$if(authVersion !== undefined, (update) => update.where('auth_version', '=', authVersion ?? 0))
      .$if(passwordBefore !== undefined, (update) => update.where('password_hash', '=', passwordBefore ?? ''))
      .$if(roleBelow !== undefined, (update) => update.where('role', '<', roleBelow ?? 0).where('status', '!=', UserStatus.deleted))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  const change = async (id: number, columns: Updateable<UsersTable>, options: ChangeOptions = {}): Promise<boolean> => {
    if (Object.keys(columns).length === 0) return (await findBy('id', id)) !== undefined
    const isChanged = await (options.trace === undefined
      ? write(kysely, id, { columns, ...options })
      : inTracedTransaction(context, options.trace, (db) => write(db, id, { columns, ...options })))
    context.identitiesChanged()
    return isChanged
  }

  /** After the write that locked the row: nothing can be spent in between. */
  const forfeit = async (db: Kysely<Schema>, id: number): Promise<void> => {
    const row = await db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirst()
    if (row === undefined || row.quota <= 0) return
    await createEntries(context).set(db, { userId: id, quota: 0, kind: 'forfeit', note: 'the account was deleted' })
  }

  const insertRoot = async (db: Kysely<Schema>, { passwordHash, accessToken, tokenKey }: NewRoot): Promise<number | undefined> => {
    const first = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (first !== undefined) return undefined
    const id = await insertUser(db, context, {
      username: 'root',
      passwordHash,
      displayName: 'Root User',
      role: Role.root,
      startQuota: ROOT_QUOTA,
      ...(accessToken !== undefined && { accessToken }),
    })
    if (tokenKey !== undefined) await insertToken(db, context, { userId: id, key: tokenKey, fields: ROOT_TOKEN })
    return id
  }

  return {
    findById: (id) => findBy('id', id),
    findByName: (username) => findBy('username', username),
    async isNameTaken(username) {
      const { username_folded, username_shape } = usernameColumns(username)
      const row = await kysely
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or({ username, username_folded, username_shape }))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    findByEmail: async (email) => (email === '' ? undefined : findBy('email', email)),
    findByAccessToken: (accessToken) =>
      findAmong(vault.lookups('access-token-hmac', accessToken), (lookup) => findBy('access_token_hmac', lookup)),
    findByExternalId: async (provider, externalId) => (externalId === '' ? undefined : findBy(EXTERNAL_COLUMNS[provider], externalId)),
    async findRoot() {
      const row = await kysely
        .selectFrom('users')
        .selectAll()
        .where('role', '>=', Role.root)
        .where('status', '=', UserStatus.enabled)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row === undefined ? undefined : toAccount(row)
    },
    findByAffCode: async (affCode) => (affCode === '' ? undefined : findBy('aff_code', affCode)),
    async list({ offset, limit }, order) {
      const rows = await living()
        .selectAll()
        .$if(order !== undefined, (query) => query.orderBy(order ?? 'id', 'desc'))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(toUserObject)
    },
    count: () => countRows(living().select((eb) => eb.fn.countAll().as('count'))),
    async search(keyword, { offset, limit }) {
      const rows = living().selectAll().where(isFoundBy(keyword, SEARCHED)).orderBy('id', 'desc')
      return (await rows.limit(limit).offset(offset).execute()).map(toUserObject)
    },
    async matching(keyword) {
      const rows = living().select('id').where(isFoundBy(keyword, SEARCHED)).orderBy('id', 'desc')
      return (await rows.execute()).map(({ id }) => id)
    },
    create: (user) => inTransaction(kysely, (transaction) => insertUser(transaction, context, user)),
    async createRootIfEmpty(root) {
      try {
        return await inTransaction(kysely, (transaction) => insertRoot(transaction, root))
      } catch (error) {
        // Another node was faster by a moment.
        if (error instanceof DuplicateRow) return undefined
        throw error
      }
    },
    updateProfile: (id, profile, options) => change(id, profileColumns(profile), options),
    setPassword: (id, passwordHash, { mustChange = false, ...options } = {}) =>
      change(
        id,
        { password_hash: passwordHash, must_change_password: mustChange, access_token_hmac: null },
        { endsSessions: true, ...options },
      ),
    rehashPassword: (id, passwordBefore, passwordHash) => change(id, { password_hash: passwordHash }, { passwordBefore }),
    async offerAffCode(id, affCode) {
      const offer = kysely.updateTable('users').set({ aff_code: affCode }).where('id', '=', id).where('aff_code', 'is', null)
      return (await offer.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    },
    setAccessToken: (id, accessToken, options) =>
      change(id, { access_token_hmac: vault.lookup('access-token-hmac', accessToken) }, options),
    setRole: (id, role, options) => change(id, { role }, { endsSessions: true, ...options }),
    setStatus: (id, status, options) => change(id, { status }, { endsSessions: true, ...options }),
    async softDelete(id, options = {}) {
      await context.callBackLeases?.(id)
      const isDeleted = await inTracedTransaction(context, options.trace, async (db) => {
        const username = `deleted_${randomUUID().replaceAll('-', '')}`
        const columns = { ...usernameColumns(username), status: UserStatus.deleted, access_token_hmac: null }
        if (!(await write(db, id, { columns, endsSessions: true, ...options }))) return false
        await forfeit(db, id)
        await deleteKeptContent(db, id)
        const tokenIds = (await db.selectFrom('tokens').select('id').where('user_id', '=', id).execute()).map((token) => token.id)
        await deleteBudgetsOf(db, 'user', [id])
        await deleteBudgetsOf(db, 'token', tokenIds)
        return true
      })
      // A lookup before the commit may have cached the old row.
      context.identitiesChanged()
      context.budgetsChanged()
      return isDeleted
    },
  }
}
