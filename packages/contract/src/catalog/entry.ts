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

const MAX_PICTURES = 50
/** As requests are compared with it: `1024x1024`, `2k`, `hd`. */
const pictureWord = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\w.:-]{1,32}$/)
  .optional()

const picturePrice = z.strictObject({ size: pictureWord, quality: pictureWord, price: perPiece })

const images = z
  .array(picturePrice)
  .max(MAX_PICTURES)
  .superRefine((rows, context) => {
    const known = new Set<string>()
    rows.forEach(({ size, quality }, at) => {
      const pair = [size, quality].filter((word) => word !== undefined).join(' ')
      const name = JSON.stringify([size, quality])
      if (pair === '') context.addIssue({ code: 'custom', path: [at], message: 'a row names a size, a quality or both' })
      else if (known.has(name)) context.addIssue({ code: 'custom', path: [at], message: `${pair} stands in the list twice` })
      known.add(name)
    })
  })
  .optional()

const figures = z.strictObject({
  ...rates,
  /** Rates for prompts of more tokens than `above`, for the whole request; a rate that a tier does not name stays as it is. */
  tiers,
  /** Rates of a request that was served faster, slower or in a batch. */
  service: z.strictObject({ batch: serviceTier, flex: serviceTier, priority: serviceTier }).optional(),
  perSecond: perPiece.optional(),
  perMillionCharacters: perMillionTokens.optional(),
  perQuery: perPiece.optional(),
  /** Of the smallest size where the model has several and `images` is absent; beside `images` of whatever these do not name. */
  perImage: perPiece.optional(),
  /** Dollars a picture by size and quality. The row that names both comes first, then the size alone, then the quality alone. */
  images,
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

/** Dollars per million tokens, unless the name says otherwise. Any figure may be absent. */
export const listPrice = figures.refine(({ images: rows, input }) => rows === undefined || input === undefined, {
  path: ['images'],
  message: 'a model that is sold by tokens (input) has no prices by size',
})

export type ListPrice = Readonly<z.output<typeof listPrice>>
export type PicturePrice = Readonly<z.output<typeof picturePrice>>
export type TokenRates = Pick<ListPrice, keyof typeof rates>

export const TOKEN_RATES = Object.keys(rates) as (keyof TokenRates)[]

/** What a picture costs that no row names: the dearest of the rows where nothing else is said. */
export const perImageOf = ({ perImage, images: rows = [] }: ListPrice): number | undefined =>
  perImage ?? (rows.length === 0 ? undefined : Math.max(...rows.map(({ price }) => price)))

export const MODEL_FEATURES = ['vision', 'tools', 'reasoning', 'json', 'caching', 'audio', 'speech', 'files', 'search'] as const

export interface CatalogEntry {
  readonly model: string
  /** Other names of the same model. */
  readonly aliases?: readonly string[] | undefined
  readonly mode: ModelMode
  readonly price: ListPrice
  readonly context?: number | undefined
  readonly maxOutput?: number | undefined
  readonly can?: readonly (typeof MODEL_FEATURES)[number][] | undefined
  /** The day from which its vendor no longer serves it. */
  readonly retires?: string | undefined
}

const MAX_ALIASES = 20
const modelName = z.string().min(1).max(200)

/** A model as a price list holds it. */
export const modelSheet = z.strictObject({
  model: modelName,
  /** Other names of the same model, also at other providers: a name without a sheet of its own is priced and described by this one. */
  aliases: z.array(modelName).max(MAX_ALIASES).optional(),
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
