import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { dayAt, ExportProblem, figuresIn, lineWith, modelOfItem, sumOf, type ExportLine, type UsageExport } from './export-line.ts'

const CENTS = 100

interface Place {
  readonly day: number
  /** Such as `data[3].results[0]`. */
  readonly where: string
}

const openaiLine = (result: JsonObject, { day, where }: Place): ExportLine => {
  const figure = figuresIn(result, `${where}.`)
  const amount = objectAt(result, 'amount')
  if (amount !== undefined)
    return lineWith(
      { day, model: modelOfItem(textAt(result, 'line_item') ?? '') },
      { dollars: figuresIn(amount, `${where}.amount.`)('value') },
    )
  return lineWith(
    { day, model: textAt(result, 'model') ?? '' },
    { requests: figure('num_model_requests'), inputTokens: figure('input_tokens'), outputTokens: figure('output_tokens') },
  )
}

const anthropicLine = (result: JsonObject, { day, where }: Place): ExportLine => {
  const figure = figuresIn(result, `${where}.`)
  const model = textAt(result, 'model') ?? ''
  const cents = figure('amount')
  if (cents !== undefined) return lineWith({ day, model }, { dollars: cents / CENTS })
  const cached = objectAt(result, 'cache_creation') ?? {}
  const written = Object.keys(cached).map(figuresIn(cached, `${where}.cache_creation.`))
  return lineWith(
    { day, model },
    {
      inputTokens: sumOf(figure('uncached_input_tokens'), figure('cache_read_input_tokens'), ...written),
      outputTokens: figure('output_tokens'),
    },
  )
}

const PROVIDERS = [
  { provider: 'openai', time: 'start_time', lineOf: openaiLine },
  { provider: 'anthropic', time: 'starting_at', lineOf: anthropicLine },
] as const

/** A page as the API answers it, pages in a list, or the buckets alone. */
const bucketsIn = (parsed: unknown): readonly (readonly [string, unknown])[] => {
  const named = (list: readonly unknown[], prefix: string) => list.map((item, at) => [`${prefix}[${at}]`, item] as const)
  if (isObject(parsed)) return named(arrayAt(parsed, 'data'), 'data')
  const items = Array.isArray(parsed) ? named(parsed, '') : []
  return items.flatMap(([name, item]) =>
    isObject(item) && Array.isArray(item['data']) ? named(item['data'], `${name}.data`) : [[name, item] as const],
  )
}

const isCutShort = (parsed: unknown): boolean => {
  const last: unknown = Array.isArray(parsed) ? parsed.at(-1) : parsed
  return isObject(last) && last['has_more'] === true
}

export const readJsonExport = (text: string): UsageExport => {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  const buckets = bucketsIn(parsed)
  const [, first] = buckets[0] ?? []
  const known = PROVIDERS.find(({ time }) => isObject(first) && first[time] !== undefined)
  if (known === undefined)
    throw new ExportProblem('it has no `data` with buckets that have a `start_time` (OpenAI) or `starting_at` (Anthropic)')
  const days = new Set<number>()
  const lines = buckets.flatMap(([name, bucket]) => {
    const time = isObject(bucket) ? bucket[known.time] : undefined
    const day = dayAt(time, `${name}.${known.time}`)
    days.add(day)
    return arrayAt(bucket, 'results').map((result, at) => {
      const where = `${name}.results[${at}]`
      if (!isObject(result)) throw new ExportProblem(`${where} is no object`)
      return known.lineOf(result, { day, where })
    })
  })
  return { provider: known.provider, days: [...days], lines, isPartial: isCutShort(parsed) }
}
