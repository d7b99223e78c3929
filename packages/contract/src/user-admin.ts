import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, noData, pageQuery, searchQuery } from './envelope.ts'
import { cleanText, quotaNotNegative } from './values/quantity.ts'
import { newPassword, newUsername, userObject } from './user.ts'

export const userOrder = z.enum(['quota', 'used_quota', 'request_count']).optional().catch(undefined)

const username = cleanText(64).transform((name) => name.trim())
const displayName = cleanText(64).transform((name) => name.trim())

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/',
  access: 'admin',
  summary: 'One page of users, newest first or by the chosen figure',
  input: { query: pageQuery.extend({ order: userOrder }) },
  data: z.array(userObject),
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/user/search',
  access: 'admin',
  summary: 'Users by id, or by the beginning of username, display name or e-mail',
  input: { query: searchQuery },
  data: z.array(userObject),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/:id',
  access: 'admin',
  summary: "One user below the caller's role",
  input: { params: idParams },
  data: userObject,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/user/',
  access: 'admin',
  summary: 'Create an ordinary user',
  input: {
    body: z.object({
      username: newUsername,
      password: newPassword,
      display_name: displayName.default(''),
    }),
  },
  data: noData,
  audit: 'user.create',
})

/** A field that is absent stays as it is, and so does an empty password; a quota that is given is set, 0 included. */
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
        quota: quotaNotNegative,
      })
      .partial()
      .extend({ id: z.int().positive() }),
  },
  data: noData,
  audit: 'user.edit',
})

export const manageAction = z.enum(['promote', 'demote', 'delete', 'disable', 'enable'])
export type ManageAction = z.output<typeof manageAction>

export const manageUser = endpoint({
  method: 'POST',
  path: '/api/user/manage',
  access: 'admin',
  summary: "Promote, demote, enable, disable or delete a user below the caller's role",
  input: { body: z.object({ username: cleanText(64).refine((name) => name !== '', 'required'), action: manageAction }) },
  data: userObject.pick({ role: true, status: true }),
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
