import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noData } from './envelope.ts'
import { INVISIBLE } from './values/invisible.ts'
import { cleanText, quotaUnits } from './values/quantity.ts'

export const Role = { user: 1, admin: 10, root: 100 } as const
export const UserStatus = { enabled: 1, disabled: 2, deleted: 3 } as const

export const isAdmin = (role: number): boolean => role >= Role.admin
export const isRoot = (role: number): boolean => role >= Role.root

export const userObject = z.object({
  id: z.int(),
  username: z.string(),
  password: z.literal('').default(''),
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  email: z.string(),
  github_id: z.string(),
  wechat_id: z.string(),
  lark_id: z.string(),
  oidc_id: z.string(),
  verification_code: z.literal('').default(''),
  access_token: z.literal('').default(''),
  quota: quotaUnits,
  used_quota: quotaUnits,
  request_count: z.int(),
  group: z.string(),
  aff_code: z.string(),
  inviter_id: z.int(),
})
export type UserObject = z.output<typeof userObject>

export const getSelf = endpoint({
  method: 'GET',
  path: '/api/user/self',
  access: 'user',
  summary: "The caller's own record",
  input: {},
  data: userObject,
  beforeSecondFactor: true,
})

export const createSystemToken = endpoint({
  method: 'GET',
  path: '/api/user/token',
  access: 'user',
  summary: 'Replace the system access token and show the new one once',
  input: {},
  data: z.string(),
  changesState: true,
  sessionOnly: true,
  audit: 'self.token',
})

export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128

/** Counted in characters; the limit in front keeps a huge text from being counted at all. */
const isPasswordLength = (password: string): boolean => {
  if (password.length > 2 * MAX_PASSWORD_LENGTH) return false
  const { length } = Array.from(password)
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH
}

export const newPassword = cleanText(1024).refine(isPasswordLength, 'password')

/** Alphabets that share the shapes of many letters. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Lisu', 'Coptic'].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'))

/** Nobody may take a name that reads like the name of somebody else: no signs that are not seen, no letters in disguise, no mixed alphabets. */
const isUnmistakable = (name: string): boolean =>
  name.search(INVISIBLE) === -1 && name.normalize('NFKC') === name && ALIKE.filter((alphabet) => alphabet.test(name)).length <= 1

/** A name that looks like an address could be another account's address, and the name wins at sign-in. */
export const newUsername = cleanText(64)
  .transform((name) => name.trim())
  .refine((name) => name !== '', 'required')
  .refine((name) => !name.includes('@'), 'username')
  .refine(isUnmistakable, 'look-alike')

/** A field that is absent stays as it is; an empty password means "keep". */
export const editSelf = endpoint({
  method: 'PUT',
  path: '/api/user/self',
  access: 'user',
  summary: "Change the caller's own username, password or display name",
  input: {
    body: z.object({ username: cleanText(64), password: z.union([z.literal(''), newPassword]), display_name: cleanText(64) }).partial(),
  },
  data: noData,
  sessionOnly: true,
  beforeSecondFactor: true,
  audit: 'self.edit',
})

/** Without a group, or with an empty one, the own group counts. */
const modelsInput = { query: z.object({ group: cleanText(64).optional() }) }

/** The same under the name that new-api gives it. */
export const listUserModels = endpoint({
  method: 'GET',
  path: '/api/user/models',
  access: 'user',
  summary: "The models the caller's group can use, or another group that tokens may choose, as new-api names the call",
  input: modelsInput,
  data: z.array(z.string()),
})

export const listOwnGroups = endpoint({
  method: 'GET',
  path: '/api/user/self/groups',
  access: 'user',
  summary: 'The groups the caller may choose for a token, the own one first, with their ratios',
  input: {},
  data: z.record(z.string(), z.object({ ratio: z.number(), desc: z.string() })),
})

export const listAvailableModels = endpoint({
  method: 'GET',
  path: '/api/user/available_models',
  access: 'user',
  summary: "The models the caller's group can use, or another group that tokens may choose",
  input: modelsInput,
  data: z.array(z.string()),
})
