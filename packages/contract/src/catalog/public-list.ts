import type { z } from 'zod'
import {
  modelSheet,
  type ListPrice,
  type MODEL_FEATURES,
  type ModelMode,
  type ModelSheet,
  type PicturePrice,
  type TokenRates,
} from './entry.ts'
import { imagesFrom, pictureOf, sizedName } from './public-pictures.ts'

type Row = Readonly<Record<string, unknown>>

/** Why a row of a list was not taken. */
export interface ListProblem {
  readonly name: string
  readonly reason: string
}

/** The language in which a rule says why it refuses; English unless told. */
export interface Wording {
  readonly error?: z.core.$ZodErrorMap
}

/** Providers of the public list in the order in which they name a price for a model that several sell, with what they put before its name. */
const PROVIDERS: readonly (readonly [provider: RegExp, vendor: string, prefix: string])[] = [
  [/^openai$/, 'openai', ''],
  [/^text-completion-openai$/, 'openai', 'text-completion-openai/'],
  [/^anthropic$/, 'anthropic', ''],
  [/^gemini$/, 'gemini', 'gemini/'],
  [/^vertex_ai/, 'vertex', 'vertex_ai/'],
  [/^bedrock(_converse)?$/, 'aws', ''],
  [/^bedrock_mantle$/, 'aws', 'bedrock_mantle/'],
  [/^amazon_nova$/, 'aws', 'amazon_nova/'],
  [/^deepseek$/, 'deepseek', 'deepseek/'],
  [/^xai$/, 'xai', 'xai/'],
  [/^mistral$/, 'mistral', 'mistral/'],
  [/^codestral$/, 'mistral', 'codestral/'],
  [/^cohere(_chat)?$/, 'cohere', ''],
  [/^zai$/, 'zhipu', 'zai/'],
  [/^moonshot$/, 'moonshot', 'moonshot/'],
  [/^dashscope$/, 'ali', 'dashscope/'],
  [/^minimax$/, 'minimax', 'minimax/'],
  [/^volcengine$/, 'doubao', 'volcengine/'],
  [/^groq$/, 'groq', 'groq/'],
  [/^together_ai$/, 'together', 'together_ai/'],
  [/^cloudflare$/, 'cloudflare', 'cloudflare/'],
  [/^openrouter$/, 'openrouter', 'openrouter/'],
  [/^novita$/, 'novita', 'novita/'],
  [/^azure$/, 'azure', 'azure/'],
  [/^azure_ai$/, 'azure', 'azure_ai/'],
  [/^replicate$/, 'replicate', 'replicate/'],
  [/^perplexity$/, 'perplexity', 'perplexity/'],
  [/^fireworks_ai/, 'fireworks', 'fireworks_ai/'],
  [/^deepinfra$/, 'deepinfra', 'deepinfra/'],
  [/^cerebras$/, 'cerebras', 'cerebras/'],
  [/^sambanova$/, 'sambanova', 'sambanova/'],
  [/^nebius$/, 'nebius', 'nebius/'],
  [/^voyage$/, 'voyage', 'voyage/'],
]

const MODES: ReadonlyMap<string, ModelMode> = new Map([
  ['chat', 'chat'],
  ['responses', 'responses'],
  ['completion', 'completion'],
  ['embedding', 'embedding'],
  ['image_generation', 'image'],
  ['image_edit', 'image'],
  ['audio_speech', 'audio-speech'],
  ['audio_transcription', 'audio-transcription'],
  ['realtime', 'realtime'],
  ['rerank', 'rerank'],
  ['moderation', 'moderation'],
])

const RATE_FIELDS: Readonly<Record<keyof TokenRates, string>> = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cacheRead: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
  cacheWriteHour: 'cache_creation_input_token_cost_above_1hr',
  audioInput: 'input_cost_per_audio_token',
  imageInput: 'input_cost_per_image_token',
  audioCacheRead: 'cache_read_input_audio_token_cost',
  audioOutput: 'output_cost_per_audio_token',
  imageOutput: 'output_cost_per_image_token',
  reasoning: 'output_cost_per_reasoning_token',
}

const FEATURES: Readonly<Record<(typeof MODEL_FEATURES)[number], string>> = {
  vision: 'supports_vision',
  tools: 'supports_function_calling',
  reasoning: 'supports_reasoning',
  json: 'supports_response_schema',
  caching: 'supports_prompt_caching',
  audio: 'supports_audio_input',
  speech: 'supports_audio_output',
  files: 'supports_pdf_input',
  search: 'supports_web_search',
}

/** Names that are no model's: of a region, a contract, steps of drawing. */
const IS_VARIANT = /^(bedrock|sagemaker)\/|\/(us|eu|global|global-standard|us-gov)\/|-step(s)?\/|commitment/
const HAS_SIZE = /-x-/

/** A product in binary has a tail that no list has. */
const exact = (figure: number): number => Number(figure.toFixed(9))
const numberAt = (row: Row, name: string): number | undefined => (typeof row[name] === 'number' ? row[name] : undefined)
const times = (row: Row, name: string, factor: number): number | undefined => {
  const figure = numberAt(row, name)
  return figure === undefined ? undefined : exact(figure * factor)
}

const present = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T

const ratesOf = (row: Row, suffix = ''): TokenRates =>
  present(Object.fromEntries(Object.entries(RATE_FIELDS).map(([rate, field]) => [rate, times(row, `${field}${suffix}`, 1_000_000)])))

const isGiven = (rates: object): boolean => Object.keys(rates).length > 0

const TIERS = [512, 272, 256, 200, 128] as const
const THOUSAND = 1000

const tiersBySuffix = (row: Row, service = ''): NonNullable<ListPrice['tiers']> =>
  TIERS.flatMap((thousands) => {
    const rates = ratesOf(row, `_above_${thousands}k_tokens${service}`)
    return isGiven(rates) ? [{ above: thousands * THOUSAND, ...rates }] : []
  })

/** Steps of a list that gives each its range; the first holds from the start and is the price itself. */
const stepsOf = (row: Row): readonly { readonly above: number; readonly rates: TokenRates }[] => {
  const steps = row['tiered_pricing']
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: Row) => {
    const range = step['range']
    return Array.isArray(range) && typeof range[0] === 'number' ? [{ above: range[0], rates: ratesOf(step) }] : []
  })
}

const SERVICES = { batch: '_batches', flex: '_flex', priority: '_priority' } as const

const serviceOf = (row: Row): ListPrice['service'] => {
  const service = Object.fromEntries(
    Object.entries(SERVICES).flatMap(([name, suffix]) => {
      const rates = ratesOf(row, suffix)
      const tiers = tiersBySuffix(row, suffix)
      return isGiven(rates) ? [[name, { ...rates, ...(tiers.length > 0 && { tiers }) }]] : []
    }),
  )
  return isGiven(service) ? service : undefined
}

/** Before its third generation Google sells the answer and not the queries that it took; the list tells the newer ones apart. */
const isSoldByAnswer = (row: Row): boolean =>
  /^(gemini|vertex_ai-language-models)$/.test(String(row['litellm_provider'])) && row['web_search_billing_unit'] !== 'per_query'

const feesOf = (row: Row): ListPrice['fees'] => {
  const search = row['search_context_cost_per_query']
  const searchFee = search !== null && typeof search === 'object' ? numberAt(search as Row, 'search_context_size_medium') : undefined
  const fees = present({
    ...(isSoldByAnswer(row) ? { groundedPrompt: searchFee } : { webSearch: searchFee }),
    codeInterpreter: numberAt(row, 'code_interpreter_cost_per_session'),
  })
  return isGiven(fees) ? fees : undefined
}

const priceOf = (row: Row, mode: ModelMode): ListPrice => {
  const steps = stepsOf(row)
  const first = steps.find(({ above }) => above === 0)?.rates ?? {}
  const further = steps.filter(({ above }) => above > 0).map(({ above, rates }) => ({ above, ...rates }))
  const tiers = [...tiersBySuffix(row), ...further].toSorted((a, b) => b.above - a.above)
  return present({
    ...first,
    ...ratesOf(row),
    tiers: tiers.length > 0 ? tiers : undefined,
    service: serviceOf(row),
    perSecond: mode === 'audio-transcription' ? numberAt(row, 'input_cost_per_second') : undefined,
    perMillionCharacters: times(row, 'input_cost_per_character', 1_000_000),
    perQuery: numberAt(row, 'input_cost_per_query'),
    perImage: mode === 'image' ? (numberAt(row, 'output_cost_per_image') ?? numberAt(row, 'input_cost_per_image')) : undefined,
    perRequest: numberAt(row, 'input_cost_per_request'),
    fees: feesOf(row),
  })
}

/** Placeholders of the list say nothing costs anything; only names that say so themselves are free. */
const isPlaceholder = ({ tiers, service, fees: _fees, ...figures }: ListPrice, name: string): boolean =>
  tiers === undefined && service === undefined && !name.endsWith(':free') && Object.values(figures).every((figure) => figure === 0)

const wordsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'model'}: ${message}`).join('; ')

interface Naming {
  readonly model: string
  readonly vendor: string
  readonly wording: Wording
}

const sheetOf = (row: Row, { model, vendor, wording }: Naming): ModelSheet | string | undefined => {
  const mode = MODES.get(String(row['mode']))
  if (mode === undefined) return undefined
  const price = priceOf(row, mode)
  if (isPlaceholder(price, model)) return undefined
  const can = Object.entries(FEATURES).flatMap(([feature, field]) => (row[field] === true ? [feature] : []))
  const limit = (name: string): number | undefined => numberAt(row, name) || undefined
  const parsed = modelSheet.safeParse(
    present({
      model,
      vendor,
      mode,
      price,
      context: limit('max_input_tokens'),
      maxOutput: limit('max_output_tokens'),
      can: can.length > 0 ? can : undefined,
      retires: typeof row['deprecation_date'] === 'string' ? row['deprecation_date'] : undefined,
    }),
    wording,
  )
  return parsed.success ? parsed.data : wordsOf(parsed.error)
}

interface NamedRow {
  readonly name: string
  readonly model: string
  readonly vendor: string
  readonly row: Row
}

/** The rows of models that channels may serve, in the order of their vendors. */
const rowsOf = (list: Row): readonly NamedRow[] => {
  const entries = Object.entries(list).filter((entry): entry is [string, Row] => entry[1] !== null && typeof entry[1] === 'object')
  return PROVIDERS.flatMap(([provider, vendor, prefix]) =>
    entries
      .filter(([name, row]) => provider.test(String(row['litellm_provider'])) && !IS_VARIANT.test(name))
      .map(([name, row]) => ({ name, model: name.startsWith(prefix) ? name.slice(prefix.length) : name, vendor, row })),
  )
}

/** What a vendor takes for the pictures of a model, by size and quality. */
interface Pictures {
  readonly vendor: string
  readonly rows: PicturePrice[]
}

/** By model; the first vendor that names its sizes counts. */
const picturesIn = (rows: readonly NamedRow[]): ReadonlyMap<string, Pictures> => {
  const pictures = new Map<string, Pictures>()
  for (const { model: name, vendor, row } of rows) {
    const sized = MODES.get(String(row['mode'])) === 'image' ? sizedName(name) : undefined
    const picture = sized && pictureOf(row, sized)
    if (sized === undefined || picture === undefined) continue
    const known = pictures.get(sized.model) ?? { vendor, rows: [] }
    if (known.vendor === vendor) known.rows.push(picture)
    pictures.set(sized.model, known)
  }
  return pictures
}

/** The sheet of a model with its pictures; undefined where another vendor's counts, or where it is sold by tokens. */
const withPictures = (sheet: ModelSheet | undefined, model: string, { vendor, rows }: Pictures): object | undefined => {
  if (sheet !== undefined && (sheet.vendor !== vendor || sheet.price.input !== undefined)) return undefined
  return { model, vendor, mode: 'image', ...sheet, price: { ...sheet?.price, images: imagesFrom(rows) } }
}

/** A list in the public format of LiteLLM's `model_prices_and_context_window.json` as sheets, by the names that channels know. */
export const readPublicList = (
  list: Row,
  wording: Wording = {},
): { readonly sheets: readonly ModelSheet[]; readonly problems: readonly ListProblem[] } => {
  const sheets = new Map<string, ModelSheet>()
  const problems: ListProblem[] = []
  const rows = rowsOf(list)
  for (const { name, model, vendor, row } of rows) {
    const sheet = sheets.has(model) || HAS_SIZE.test(model) ? undefined : sheetOf(row, { model, vendor, wording })
    if (typeof sheet === 'string') problems.push({ name, reason: sheet })
    else if (sheet !== undefined) sheets.set(model, sheet)
  }
  for (const [model, pictures] of picturesIn(rows)) {
    const wanted = withPictures(sheets.get(model), model, pictures)
    const parsed = wanted && modelSheet.safeParse(wanted, wording)
    if (parsed?.success === true) sheets.set(model, parsed.data)
    else if (parsed !== undefined) problems.push({ name: model, reason: wordsOf(parsed.error) })
  }
  return { sheets: [...sheets.values()], problems }
}
