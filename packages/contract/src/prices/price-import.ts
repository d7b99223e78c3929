import { z } from 'zod'
import { listPrice } from '../catalog/entry.ts'
import { endpoint } from '../endpoint.ts'
import { cleanText, epochSeconds } from '../values/quantity.ts'

/** Three times the public list; as JSON inside JSON its quotes take two characters. */
const MAX_TEXT = 4_000_000
const MAX_BODY_BYTES = 8 * 1024 * 1024

const priceList = cleanText(MAX_TEXT)

const listProblem = z.object({
  /** Where in the text, counted from 1; absent where the row has no name to look for. */
  line: z.int().optional(),
  name: z.string(),
  reason: z.string(),
})

export const previewPriceList = endpoint({
  method: 'POST',
  path: '/api/prices/preview',
  access: 'root',
  summary: 'What a price list would change; nothing is saved',
  input: { body: z.object({ text: priceList }) },
  maxBodyBytes: MAX_BODY_BYTES,
  data: z.object({
    /** A list with one of these cannot be imported. */
    problems: z.array(listProblem),
    added: z.array(z.object({ model: z.string(), price: listPrice })),
    changed: z.array(z.object({ model: z.string(), before: listPrice, price: listPrice })),
    same: z.int(),
    /** Own sheets that the list does not hold; they stay. */
    missing: z.array(z.string()),
    /** Models of the list whose price stays as their ratios say. */
    by_ratios: z.array(z.string()),
    /** To be sent with the import, which does exactly this or nothing. */
    revision: z.string(),
  }),
  audit: false,
})

export const importPriceList = endpoint({
  method: 'POST',
  path: '/api/prices/import',
  access: 'root',
  summary: 'Save what is new or changed in a price list as own sheets, as the preview has shown it',
  input: {
    body: z.object({
      text: priceList,
      revision: cleanText(100),
      /** It is the list of the schedule, which then has nothing new until it is read again. */
      scheduled: z.boolean().default(false),
    }),
  },
  maxBodyBytes: MAX_BODY_BYTES,
  data: z.object({ saved: z.int() }),
  audit: 'price.import',
})

export const priceListNews = endpoint({
  method: 'GET',
  path: '/api/prices/news',
  access: 'root',
  summary: 'What the last scheduled check of the price list has found; empty before the first one and while none is scheduled',
  input: {},
  data: z
    .object({
      address: z.string(),
      checked_at: epochSeconds,
      /** Not in force yet. */
      added: z.int(),
      changed: z.int(),
      since: epochSeconds,
      /** What the schedule has saved by itself, and when; 0 where it never has. */
      applied: z.int(),
      applied_at: epochSeconds,
      /** Why the list could not be read; empty where it could. */
      failure: z.string(),
    })
    .nullable(),
})

export const fetchScheduledList = endpoint({
  method: 'POST',
  path: '/api/prices/fetch',
  access: 'root',
  summary: 'Fetch the price list of the schedule, to be shown as any other list; nothing is saved',
  input: {},
  data: z.object({ text: z.string() }),
  audit: false,
})
