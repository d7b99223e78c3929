import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cleanText, epochSeconds, quotaUnits } from '../values/quantity.ts'

const MAX_MODELS = 50
const MAX_NAME_LENGTH = 255

const modelName = cleanText(MAX_NAME_LENGTH)
  .transform((name) => name.trim())
  .refine((name) => name !== '', 'required')

const span = {
  models: z.array(modelName).min(1).max(MAX_MODELS),
  start: epochSeconds,
  /** Does not belong to it. */
  end: epochSeconds,
}

const repriceSummary = z.object({
  models: z.array(
    z.object({
      model: z.string(),
      /** Whose cost could be computed, and those of them that it would change. */
      rows: z.int(),
      changed: z.int(),
      /** What they are charged now, corrections included, and what they would cost. */
      charged: quotaUnits,
      cost: quotaUnits,
    }),
  ),
  /** Units given back, and units taken in addition. */
  credited: quotaUnits,
  debited: quotaUnits,
  users: z.int(),
  /** What stays as it is: rows without figures, rows of deleted accounts, charges without a row. */
  unreadable: z.int(),
  deleted: z.int(),
  unlogged: z.int(),
})
export type RepriceSummaryObject = z.output<typeof repriceSummary>

export const previewReprice = endpoint({
  method: 'POST',
  path: '/api/ledger/reprice/preview',
  access: 'root',
  summary: 'What requests would have cost at the prices in force now; nothing is booked',
  input: { body: z.object(span) },
  data: repriceSummary.extend({
    /** To be sent with the booking, which uses these prices or does nothing. */
    revision: z.string(),
  }),
  audit: false,
})

export const applyReprice = endpoint({
  method: 'POST',
  path: '/api/ledger/reprice',
  access: 'root',
  summary: 'Book the differences to the prices in force now as corrections, as the preview has shown them',
  input: { body: z.object({ ...span, revision: cleanText(100) }) },
  data: repriceSummary,
  audit: 'ledger.reprice',
})
