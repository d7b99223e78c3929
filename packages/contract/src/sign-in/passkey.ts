import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { noData } from '../envelope.ts'
import { sessionUser } from '../session.ts'
import { cleanText, epochSeconds } from '../values/quantity.ts'

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/)

/** Specified to have at most 1023 bytes. */
const credentialId = base64url(1364)
const clientData = base64url(8192)

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** What `navigator.credentials.create()` gives, as its `toJSON()` writes it; fields that are not needed are left out. */
const createdCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: base64url(65_536),
    transports: z
      .array(
        z
          .string()
          .max(32)
          .regex(/^[a-z-]+$/),
      )
      .max(10)
      .default([]),
  }),
})

/** What `navigator.credentials.get()` gives. */
export const shownCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(128).nullish(),
  }),
})

const knownCredential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** For `navigator.credentials.create()`, in the JSON form of the specification. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** For `navigator.credentials.get()`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty: any passkey of this site. */
  allowCredentials: z.array(knownCredential),
})

export const PASSKEY_NAME_LENGTH = 50
export const MAX_PASSKEYS = 20

const passkeyName = cleanText(PASSKEY_NAME_LENGTH)
  .transform((name) => name.trim())
  .refine((name) => name !== '', 'required')

const passkeyObject = z.object({ id: z.string(), name: z.string(), created_at: epochSeconds, used_at: epochSeconds })
export type PasskeyObject = z.output<typeof passkeyObject>

const passkeyParams = z.object({ id: cleanText(64) })

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/user/passkey',
  access: 'user',
  summary: "The caller's passkeys, oldest first; `used_at` is 0 for one that was never used",
  input: {},
  data: z.array(passkeyObject),
  sessionOnly: true,
  beforeSecondFactor: true,
})

export const offerPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkey/offer',
  access: 'user',
  summary: 'What the browser needs to make a new passkey; good once and for five minutes',
  input: {},
  data: creationOptions,
  sessionOnly: true,
  beforeSecondFactor: true,
  audit: false,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkey',
  access: 'user',
  summary: 'Add the passkey that the browser has made; shows recovery codes once when there were none',
  input: { body: z.object({ name: passkeyName, credential: createdCredential }) },
  data: z.array(z.string()),
  sessionOnly: true,
  beforeSecondFactor: true,
  limit: 'factor',
  audit: 'self.passkey-add',
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/user/passkey/:id',
  access: 'user',
  summary: "Rename one of the caller's passkeys",
  input: { params: passkeyParams, body: z.object({ name: passkeyName }) },
  data: noData,
  sessionOnly: true,
  audit: 'self.passkey-rename',
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkey/:id',
  access: 'user',
  summary: "Remove one of the caller's passkeys",
  input: { params: passkeyParams },
  data: noData,
  sessionOnly: true,
  audit: 'self.passkey-remove',
})

export const askOwnPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkey/challenge',
  access: 'user',
  summary:
    'What the browser needs to show a passkey of the caller, as a second factor or to confirm a change; good once and for five minutes',
  input: {},
  data: requestOptions,
  sessionOnly: true,
  duringSignIn: true,
  beforePasswordChange: true,
  beforeSecondFactor: true,
  audit: false,
})

export const askAnyPasskey = endpoint({
  method: 'POST',
  path: '/api/user/login/passkey/challenge',
  access: 'public',
  summary: 'What the browser needs to sign in with a passkey alone; good once, for five minutes and for this browser',
  input: {},
  data: requestOptions,
  limit: 'oauth-state',
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/user/login/passkey',
  access: 'public',
  summary: 'Sign in with a passkey, without a password',
  input: { body: z.object({ credential: shownCredential }) },
  data: sessionUser,
  limit: 'login',
})
