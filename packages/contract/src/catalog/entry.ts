import { z } from 'zod'

export const MODEL_MODES = [
  'chat',
  'responses',
  'completion',
  'embedding',
  'image',
  'audio-speech',
  'audio-transcription',
  'realtime',
  'rerank',
  'moderation',
] as const

export type ModelMode = (typeof MODEL_MODES)[number]

/** A dollar a token is beyond any list; what is dearer is a slip of the decimal point. */
const perMillionTokens = z.number().min(0).max(1_000_000)
const perPiece = z.number().min(0).max(1000)

/** Dollars per million tokens. A part without a figure costs what its class costs. */
const rates = {
  input: perMillionTokens.optional(),
  output: perMillionTokens.optional(),
  cacheRead: perMillionTokens.optional(),
  cacheWrite: perMillionTokens.optional(),
  cacheWriteHour: perMillionTokens.optional(),
  audioInput: perMillionTokens.optional(),
  imageInput: perMillionTokens.optional(),
  audioCacheRead: perMillionTokens.optional(),
  audioOutput: perMillionTokens.optional(),
  imageOutput: perMillionTokens.optional(),
  reasoning: perMillionTokens.optional(),
}

const tiers = z
  .array(z.strictObject({ above: z.int().min(1), ...rates }))
  .max(10)
  .optional()

export const SERVICE_TIERS = ['batch', 'flex', 'priority'] as const

/**
 * What is not named is the usual rate times `multiplier`, which is 1 when absent. Without `tiers` of its own it has those of the usual
 * service in the same proportion.
 */
const serviceTier = z.strictObject({ multiplier: z.number().min(0).max(100).optional(), ...rates, tiers }).optional()

/** Dollars per million tokens, unless the name says otherwise. Any figure may be absent. */
export const listPrice = z.strictObject({
  ...rates,
  /** Rates for prompts of more tokens than `above`, for the whole request; a rate that a tier does not name stays as it is. */
  tiers,
  /** Rates of a request that was served faster, slower or in a batch. */
  service: z.strictObject({ batch: serviceTier, flex: serviceTier, priority: serviceTier }).optional(),
  perSecond: perPiece.optional(),
  perMillionCharacters: perMillionTokens.optional(),
  perQuery: perPiece.optional(),
  /** Of the smallest size. */
  perImage: perPiece.optional(),
  perPage: perPiece.optional(),
  perRequest: perPiece.optional(),
  /** A call of a tool that upstream runs by itself. */
  fees: z
    .strictObject({
      /** A query that the model asks a search engine. */
      webSearch: perPiece.optional(),
      /** An answer that rests on a search, whatever the number of its queries. */
      groundedPrompt: perPiece.optional(),
      /** An answer that rests on a map. */
      mapsGrounding: perPiece.optional(),
      fileSearch: perPiece.optional(),
      codeInterpreter: perPiece.optional(),
      imageGeneration: perPiece.optional(),
    })
    .optional(),
})

export type ListPrice = Readonly<z.output<typeof listPrice>>
export type TokenRates = Pick<ListPrice, keyof typeof rates>

export const TOKEN_RATES = Object.keys(rates) as (keyof TokenRates)[]

export const MODEL_FEATURES = ['vision', 'tools', 'reasoning', 'json', 'caching', 'audio', 'speech', 'files', 'search'] as const

export interface CatalogEntry {
  readonly model: string
  readonly mode: ModelMode
  readonly price: ListPrice
  readonly context?: number | undefined
  readonly maxOutput?: number | undefined
  readonly can?: readonly (typeof MODEL_FEATURES)[number][] | undefined
  /** The day from which its vendor no longer serves it. */
  readonly retires?: string | undefined
}

/** A model as a price list holds it. */
export const modelSheet = z.strictObject({
  model: z.string().min(1).max(200),
  vendor: z.string().min(1).max(50),
  mode: z.enum(MODEL_MODES),
  price: listPrice,
  context: z.int().min(1).optional(),
  maxOutput: z.int().min(1).optional(),
  can: z.array(z.enum(MODEL_FEATURES)).optional(),
  retires: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
})

export type ModelSheet = Readonly<z.output<typeof modelSheet>>
