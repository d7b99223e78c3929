import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { epochSeconds, quotaUnits } from '../values/quantity.ts'

/** The running month when absent. */
const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '2026-11')
  .optional()

/** `opening + total_credits - total_charges + total_corrections = closing`, as the ledger has it. All figures are units of quota. */
export const statementObject = z.object({
  user_id: z.int(),
  username: z.string(),
  month: z.string(),
  /** In which the month begins and ends. */
  time_zone: z.string(),
  start: epochSeconds,
  /** Does not belong to it. */
  end: epochSeconds,
  /** Whether the month was over when it was written. */
  is_over: z.boolean(),
  opening: quotaUnits,
  closing: quotaUnits,
  total_credits: quotaUnits,
  total_charges: quotaUnits,
  total_corrections: quotaUnits,
  /** In the order of time: top-ups, codes, bonuses, adjustments by hand with their reason. */
  credits: z.array(z.object({ time: epochSeconds, kind: z.string(), amount: quotaUnits, reason: z.string() })),
  /** Those that are not listed because there are too many. */
  more_credits: z.object({ count: z.int(), amount: quotaUnits }),
  charges: z.array(
    z.object({ model: z.string(), requests: z.int(), prompt_tokens: z.int(), completion_tokens: z.int(), amount: quotaUnits }),
  ),
  /** What the ledger has charged beyond the rows of the log: rows that were not written or are deleted. Below zero: rows of another program. */
  unlisted_charges: quotaUnits,
  /** Signed effect on the balance, by model. */
  corrections: z.array(z.object({ model: z.string(), requests: z.int(), amount: quotaUnits })),
})
export type StatementObject = z.output<typeof statementObject>

export const getOwnStatement = endpoint({
  method: 'GET',
  path: '/api/statement/self',
  access: 'user',
  summary: 'Your statement of a month: opening balance, credits, charges by model, corrections, closing balance',
  input: { query: z.object({ month }) },
  data: statementObject,
})

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/statement/',
  access: 'admin',
  summary: 'The statement of an account of lower rank for a month',
  input: { query: z.object({ user_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER), month }) },
  data: statementObject,
})
