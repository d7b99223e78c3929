import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, noData } from '../envelope.ts'
import { cleanText, epochSeconds } from '../values/quantity.ts'
import { shownCredential } from './passkey.ts'
import { sessionUser } from '../session.ts'
import { Role } from '../user.ts'
import { wordTable } from '../values/word-table.ts'

/** How long a password or a factor that was shown vouches for the session. */
export const CONFIRMED_SECONDS = 600

const leastRole = wordTable<number>({ root: Role.root, admin: Role.admin, all: Role.user })

/** Whether the option `SecondFactorRequiredFor` asks an account of this role for a second factor. */
export const isFactorRequired = (requiredFor: string, role: number): boolean => {
  const least = leastRole[requiredFor]
  return least !== undefined && role >= least
}

/** Full-width digits of a Chinese keyboard are digits. */
const oneTimeCode = cleanText(64)
  .transform((code) => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => code !== '', 'required')

const recoveryCodes = z.array(z.string())

export const getFactors = endpoint({
  method: 'GET',
  path: '/api/user/factor',
  access: 'user',
  summary: "The caller's second factors, and what the caller may confirm a change with",
  input: {},
  data: z.object({
    totp: z.boolean(),
    passkeys: z.int(),
    recovery_codes: z.int(),
    has_password: z.boolean(),
    is_required: z.boolean(),
  }),
  sessionOnly: true,
  duringSignIn: true,
  beforeSecondFactor: true,
})

/** A time-based code, a recovery code, a passkey, or, to confirm a change within a session, the password. */
export const showFactor = endpoint({
  method: 'POST',
  path: '/api/user/factor/verify',
  access: 'user',
  summary: 'Show the second factor to finish a sign-in, or a factor or the password to confirm a change within ten minutes',
  input: {
    body: z.union([
      z.object({ code: oneTimeCode }),
      z.object({ passkey: shownCredential }),
      z.object({ password: z.string().min(1).max(1024) }),
    ]),
  },
  data: sessionUser,
  sessionOnly: true,
  duringSignIn: true,
  beforeSecondFactor: true,
  limit: 'factor',
  audit: false,
})

export const offerTotp = endpoint({
  method: 'POST',
  path: '/api/user/factor/totp',
  access: 'user',
  summary: 'A new secret for an authenticator app; it counts once a code of it was shown',
  input: {},
  data: z.object({ secret: z.string(), uri: z.string() }),
  sessionOnly: true,
  beforeSecondFactor: true,
  audit: 'self.totp-offer',
})

export const activateTotp = endpoint({
  method: 'PUT',
  path: '/api/user/factor/totp',
  access: 'user',
  summary: 'Turn the authenticator app on with its first code; shows recovery codes once when there were none',
  input: { body: z.object({ code: oneTimeCode }) },
  data: recoveryCodes,
  sessionOnly: true,
  beforeSecondFactor: true,
  limit: 'factor',
  audit: 'self.totp-activate',
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/user/factor/totp',
  access: 'user',
  summary: 'Turn the authenticator app off',
  input: {},
  data: noData,
  sessionOnly: true,
  audit: 'self.totp-remove',
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/factor/recovery',
  access: 'user',
  summary: 'Replace the recovery codes and show the new ones once',
  input: {},
  data: recoveryCodes,
  sessionOnly: true,
  audit: 'self.recovery-codes',
})

export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/api/user/:id/factor',
  access: 'admin',
  summary: "Remove every second factor of a user below the caller's role, who has lost them",
  input: { params: idParams },
  data: noData,
  audit: 'user.reset-factor',
})

const sessionObject = z.object({
  id: z.string(),
  created_at: epochSeconds,
  seen_at: epochSeconds,
  address: z.string(),
  agent: z.string(),
  is_current: z.boolean(),
})
export type SessionObject = z.output<typeof sessionObject>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/session',
  access: 'user',
  summary: 'Where the caller is signed in, last used first',
  input: {},
  data: z.array(sessionObject),
  sessionOnly: true,
  beforeSecondFactor: true,
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/session/:id',
  access: 'user',
  summary: "End one of the caller's sessions",
  input: { params: z.object({ id: cleanText(64) }) },
  data: noData,
  sessionOnly: true,
  beforeSecondFactor: true,
  audit: 'self.session-end',
})

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  access: 'user',
  summary: "End all of the caller's sessions, this one included",
  input: {},
  data: noData,
  sessionOnly: true,
  beforeSecondFactor: true,
  audit: 'self.session-end-all',
})
