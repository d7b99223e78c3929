import { z } from 'zod'
import { listPrice } from '../catalog/entry.ts'
import { endpoint } from '../endpoint.ts'
import { cleanText } from '../values/quantity.ts'

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
  input: { body: z.object({ text: priceList, revision: cleanText(100) }) },
  maxBodyBytes: MAX_BODY_BYTES,
  data: z.object({ saved: z.int() }),
  audit: 'price.import',
})
