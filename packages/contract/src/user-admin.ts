import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, listTotal, noData, pageQuery, searchQuery } from './envelope.ts'
import { cleanText, quotaNotNegative, quotaUnits } from './values/quantity.ts'
import { newPassword, newUsername, userObject } from './user.ts'

export const userOrder = z.enum(['quota', 'used_quota', 'request_count']).optional().catch(undefined)

const username = cleanText(64).transform((name) => name.trim())
const displayName = cleanText(64).transform((name) => name.trim())

/** As administrators read it. */
const userRecord = userObject.extend({
  /** The balance once more: forms send back the whole record, and so tell which balance a changed one was changed from. */
  quota_read: quotaUnits,
})
export type UserRecord = z.output<typeof userRecord>

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/',
  access: 'admin',
  summary: 'One page of users, newest first or by the chosen figure',
  input: { query: pageQuery.extend({ order: userOrder }) },
  data: z.array(userRecord),
  extra: listTotal,
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/user/search',
  access: 'admin',
  summary: 'Users by id, or by the beginning of username, display name or e-mail',
  input: { query: searchQuery },
  data: z.array(userRecord),
  extra: listTotal,
})

export const listUserIds = endpoint({
  method: 'GET',
  path: '/api/user/ids',
  access: 'admin',
  summary: 'The ids of all users that match a keyword, newest first',
  input: { query: z.object({ keyword: searchQuery.shape.keyword }) },
  data: z.array(z.int()),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/:id',
  access: 'admin',
  summary: "One user below the caller's role",
  input: { params: idParams },
  data: userRecord,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/user/',
  access: 'admin',
  summary: 'Create a user; root may make an administrator',
  input: {
    body: z.object({
      username: newUsername,
      password: newPassword,
      display_name: displayName.default(''),
      /** 0 and empty leave it to the server: an ordinary user of the group default, with what the operator gives new users. */
      role: z.int().optional(),
      status: z.int().optional(),
      quota: z.int().optional(),
      group: cleanText(64).optional(),
    }),
  },
  data: noData,
  audit: 'user.create',
})

const sentText = cleanText(254)

/** Forms send back the whole record they read. A changed role or status is applied by the rules of `manage`, `quota` is told of below, any other figure has no effect, and a change of anything else is refused. */
const sentBack = {
  role: z.int(),
  status: z.int(),
  email: sentText,
  github_id: sentText,
  wechat_id: sentText,
  lark_id: sentText,
  oidc_id: sentText,
  access_token: sentText,
  aff_code: sentText,
  inviter_id: z.int(),
}

/**
 * A field that is absent stays as it is, and so does an empty password. A quota that equals `quota_read` was not changed and is left alone;
 * another one is set if the balance is still the one that was read, and refused otherwise. Without `quota_read` and `used_quota` nobody has
 * read anything: it is set, 0 included.
 */
export const editUser = endpoint({
  method: 'PUT',
  path: '/api/user/',
  access: 'admin',
  summary: "Change a user below the caller's role",
  input: {
    body: z
      .object({
        username,
        password: z.union([z.literal(''), newPassword]),
        display_name: displayName,
        group: cleanText(64).transform((name) => name.trim()),
        /** Below 0 it is taken as it was read, and set to nothing else. */
        quota: quotaUnits,
        quota_read: quotaUnits,
        used_quota: quotaUnits,
        ...sentBack,
      })
      .partial()
      .extend({ id: z.int().positive() }),
  },
  data: noData,
  audit: 'user.edit',
})

export const manageAction = z.enum(['promote', 'demote', 'delete', 'disable', 'enable'])
export type ManageAction = z.output<typeof manageAction>

/** How a balance is changed: by so much more, by so much less, or to so much. */
const quotaMode = z.enum(['add', 'subtract', 'override'])
export type QuotaMode = z.output<typeof quotaMode>

/** The user is named, or given by id. */
export const manageUser = endpoint({
  method: 'POST',
  path: '/api/user/manage',
  access: 'admin',
  summary: "Promote, demote, enable, disable or delete a user below the caller's role, or change their balance",
  input: {
    body: z.object({
      username: cleanText(64).optional(),
      id: z.int().positive().optional(),
      action: z.union([manageAction, z.literal('add_quota')]),
      mode: quotaMode.default('add'),
      value: quotaNotNegative.optional(),
      /** Why a balance is changed: kept in the ledger, in the log and in the audit trail. */
      reason: cleanText(200)
        .transform((text) => text.trim())
        .default(''),
      /** Of the caller's choice: a balance is added to or taken from once under an id, however often the call is repeated. */
      once_id: cleanText(64)
        .refine((text) => text.trim() !== '', 'required')
        .transform((text) => text.trim())
        .optional(),
    }),
  },
  /** The balance is told where it was changed; `is_repeat` where it was changed by an earlier call of the same `once_id`. */
  data: userObject.pick({ role: true, status: true }).extend({ quota: quotaUnits.optional(), is_repeat: z.boolean().optional() }),
  audit: 'user.manage',
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/user/:id/',
  access: 'admin',
  summary: "Delete a user below the caller's role",
  input: { params: idParams },
  data: noData,
  audit: 'user.delete',
})

export const creditUser = endpoint({
  method: 'POST',
  path: '/api/topup',
  access: 'admin',
  summary: "Add to a user's balance",
  input: { body: z.object({ user_id: z.int().positive(), quota: quotaNotNegative, remark: cleanText(200).default('') }) },
  data: noData,
  audit: 'user.credit',
})
