import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noData } from './envelope.ts'
import { cleanText } from './values/quantity.ts'
import { sessionUser } from './session.ts'
import { newPassword, newUsername } from './user.ts'

const isEmail = (text: string): boolean => z.email().safeParse(text).success

/** Upper and lower case are one mailbox everywhere that matters; two accounts must not share it by spelling. */
const emailText = cleanText(254).transform((address) => address.trim().toLowerCase())
const email = emailText.refine(isEmail, 'email')
const turnstile = cleanText(4096).default('')
const code = cleanText(4096)

/** `password2` is for the form alone; the server does not compare it again. */
export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  access: 'public',
  summary: 'Create an account',
  input: {
    query: z.object({ turnstile }),
    body: z.object({
      username: newUsername,
      password: newPassword,
      password2: z.string().optional(),
      email: emailText.default('').refine((text) => text === '' || isEmail(text), 'email'),
      verification_code: cleanText(64).default(''),
      aff_code: cleanText(64).default(''),
    }),
  },
  data: noData,
  limit: 'register',
})

export const sendVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'public',
  summary: 'Send a verification code to an e-mail address',
  input: { query: z.object({ email, turnstile }) },
  data: noData,
  changesState: true,
  limit: 'mail',
})

export const requestReset = endpoint({
  method: 'GET',
  path: '/api/reset_password',
  access: 'public',
  summary: 'Send a password-reset link; the answer is the same whether or not the address is known',
  input: { query: z.object({ email, turnstile }) },
  data: noData,
  changesState: true,
  limit: 'mail',
})

export const confirmReset = endpoint({
  method: 'POST',
  path: '/api/user/reset',
  access: 'public',
  summary: 'Set a new random password with the token from the mail, and show it once',
  input: { body: z.object({ email, token: code }) },
  data: z.string(),
  limit: 'code',
})

export const getInvitationCode = endpoint({
  method: 'GET',
  path: '/api/user/aff',
  access: 'user',
  summary: "The caller's invitation code, made on first use",
  input: {},
  data: z.string(),
  changesState: true,
  audit: false,
})

export const deleteSelf = endpoint({
  method: 'DELETE',
  path: '/api/user/self',
  access: 'user',
  summary: "Delete the caller's own account",
  input: {},
  data: noData,
  audit: 'self.delete',
})

/** A state asked for one provider is of no use with another. */
const oauthProvider = z.enum(['github', 'lark', 'oidc'])

export const getOauthState = endpoint({
  method: 'GET',
  path: '/api/oauth/state',
  access: 'public',
  summary: 'A single-use state for the next external sign-in, valid for ten minutes in this browser alone',
  input: { query: z.object({ provider: oauthProvider.optional().catch(undefined) }) },
  data: z.string(),
  changesState: true,
  limit: 'oauth-state',
})

const callbackQuery = z.object({ code, state: cleanText(256).default('') })

/** Signed in: binds, with the message `bind` and no data. Otherwise signs in, and makes the account when registration is open. */
const oauthCallback = <const P extends string>(provider: P, summary: string) =>
  endpoint({
    method: 'GET',
    path: `/api/oauth/${provider}`,
    access: 'public',
    summary,
    input: { query: callbackQuery },
    data: sessionUser.optional(),
    changesState: true,
    limit: 'critical',
    audit: `self.bind-${provider}`,
  })

export const githubCallback = oauthCallback('github', 'Sign in or bind with GitHub')
export const larkCallback = oauthCallback('lark', 'Sign in or bind with Lark')
export const oidcCallback = oauthCallback('oidc', 'Sign in or bind with OpenID Connect')

export const wechatLogin = endpoint({
  method: 'GET',
  path: '/api/oauth/wechat',
  access: 'public',
  summary: 'Sign in with a code from the WeChat server',
  input: { query: z.object({ code }) },
  data: sessionUser,
  changesState: true,
  limit: 'critical',
})

export const bindWechat = endpoint({
  method: 'GET',
  path: '/api/oauth/wechat/bind',
  access: 'user',
  summary: 'Bind a WeChat account',
  input: { query: z.object({ code }) },
  data: noData,
  changesState: true,
  limit: 'critical',
  audit: 'self.bind-wechat',
})

export const bindEmail = endpoint({
  method: 'GET',
  path: '/api/oauth/email/bind',
  access: 'user',
  summary: 'Bind an e-mail address with the code that was sent to it',
  input: { query: z.object({ email, code: cleanText(64) }) },
  data: noData,
  changesState: true,
  limit: 'code',
  audit: 'self.bind-email',
})
