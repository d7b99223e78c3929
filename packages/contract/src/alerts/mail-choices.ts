import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Mails that somebody may do without. What concerns the safety of an account is always sent. */
export const MAIL_KINDS = ['balance', 'budget'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

const choices = z.object({
  /** The own balance runs out. */
  balance: z.boolean(),
  /** A budget of the account or of one of its tokens runs out. */
  budget: z.boolean(),
})

export const getMailChoices = endpoint({
  method: 'GET',
  path: '/api/user/self/mails',
  access: 'user',
  summary: 'Which mails the caller wants',
  input: {},
  data: choices,
})

export const setMailChoices = endpoint({
  method: 'PUT',
  path: '/api/user/self/mails',
  access: 'user',
  summary: 'Choose which mails the caller wants; a kind that is absent stays as it is',
  input: { body: choices.partial() },
  data: choices,
  audit: 'self.mails',
})
