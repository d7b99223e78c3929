import { z } from 'zod'
import { MODEL_FEATURES, MODEL_MODES, listPrice, modelSheet } from '../catalog/entry.ts'
import { endpoint } from '../endpoint.ts'
import { cleanText } from '../values/quantity.ts'

/** Where the price in force comes from, in the order in which they are asked. */
const PRICE_SOURCES = ['ratios', 'sheet', 'catalog', 'none'] as const

const modelName = cleanText(200).pipe(z.string().min(1))

const modelPrice = z.object({
  model: z.string(),
  /** Empty where it is not known. */
  vendor: z.string(),
  mode: z.enum(MODEL_MODES).optional(),
  context: z.int().optional(),
  max_output: z.int().optional(),
  features: z.array(z.enum(MODEL_FEATURES)),
  /** The day from which its vendor no longer serves it. */
  retires: z.string().optional(),
  /** Those the caller may know of. */
  groups: z.array(z.string()),
  /** The names by which it is charged, where channels map it to others. */
  charged_as: z.array(z.string()).optional(),
  /** The model whose sheet prices and describes it, where it has none of its own. */
  alias_of: z.string().optional(),
  /** Other names of it that its sheet gives. */
  aliases: z.array(z.string()).optional(),
  is_priced: z.boolean(),
  /** Dollars before the ratio of a group. Absent: calls are refused because there is no price. */
  price: listPrice.optional(),
  /** Dollars in groups that have a price of their own, which no ratio multiplies. Everyone sees that of the own group. */
  group_prices: z.record(z.string(), listPrice).optional(),
  /** For administrators, like the three below. */
  source: z.enum(PRICE_SOURCES).optional(),
  /** How many enabled channels serve it. */
  channels: z.int().optional(),
  /** What the cheapest and the dearest of those channels pay that tell their cost, in the figure of `comparedPrice`. */
  costs: z.object({ low: z.number(), high: z.number() }).optional(),
  /** What the catalogue says, where something else is in force. */
  catalog: listPrice.optional(),
})

export type ModelPrice = z.output<typeof modelPrice>

export const listModelPrices = endpoint({
  method: 'GET',
  path: '/api/prices',
  access: 'public',
  visitorsIf: 'PricingPublic',
  summary:
    'The models that can be called, for whom, with their limits and prices: all for administrators, those of the own group for others',
  input: {},
  data: z.object({
    models: z.array(modelPrice),
    groups: z.array(z.object({ name: z.string(), ratio: z.number() })),
    /** What happens to a call of a model without a price. */
    unpriced_policy: z.string(),
  }),
})

const ratios = z.object({
  ModelRatio: z.number().optional(),
  CompletionRatio: z.number().optional(),
  CacheReadRatio: z.number().optional(),
  CacheWriteRatio: z.number().optional(),
})

const servingChannel = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  priority: z.int(),
  groups: z.array(z.string()),
})

export const getModelPrice = endpoint({
  method: 'GET',
  path: '/api/prices/model',
  access: 'admin',
  summary: 'What the operator has set for a model, what the catalogue says, and the channels that serve it',
  input: { query: z.object({ model: modelName }) },
  data: z.object({
    model: z.string(),
    sheet: modelSheet.optional(),
    catalog: modelSheet.optional(),
    /** Options that come before the sheet. */
    ratios,
    channels: z.array(servingChannel),
    /** To be sent back with a change, which is refused when somebody else has changed the price in between. */
    revision: z.string(),
  }),
})

export const setModelPrice = endpoint({
  method: 'PUT',
  path: '/api/prices/model',
  access: 'root',
  summary: 'Set the own price sheet of a model; ratios that were set for it are removed, so that the sheet counts',
  input: { body: z.object({ model: modelName, sheet: modelSheet.omit({ model: true }), revision: cleanText(100) }) },
  data: z.undefined(),
  audit: 'price.set',
})

export const removeModelPrice = endpoint({
  method: 'DELETE',
  path: '/api/prices/model',
  access: 'root',
  summary: 'Remove what the operator has set for a model: the catalogue counts again',
  input: { query: z.object({ model: modelName, revision: cleanText(100) }) },
  data: z.undefined(),
  audit: 'price.remove',
})
