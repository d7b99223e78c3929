import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noData } from './envelope.ts'
import { userObject } from './user.ts'

/** What the console keeps of the signed-in user, and nothing more. */
export const sessionUser = userObject
  .pick({ id: true, username: true, display_name: true, role: true, status: true })
  // Somebody else knows the password, an administrator or a mailbox: the console asks for another one and refuses nothing.
  .extend({
    must_change_password: z.literal(true).optional(),
    // Everybody knows the password: it is the one of a new installation.
    default_password: z.literal(true).optional(),
    // Until it is shown, or set up, most calls are refused.
    second_factor: z.enum(['awaited', 'missing']).optional(),
  })
export type SessionUser = z.output<typeof sessionUser>

export const login = endpoint({
  method: 'POST',
  path: '/api/user/login',
  access: 'public',
  summary: 'Sign in with a username or e-mail address and a password',
  input: { body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(1024) }) },
  data: sessionUser,
  limit: 'login',
})

export const logout = endpoint({
  method: 'GET',
  path: '/api/user/logout',
  access: 'public',
  summary: 'Sign out',
  input: {},
  data: noData,
  changesState: true,
})
