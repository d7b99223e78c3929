export type ExportProvider = 'openai' | 'anthropic'

/** One line of an export. What it does not tell is absent. */
export interface ExportLine {
  /** Midnight in UTC, epoch seconds. */
  readonly day: number
  /** Empty where the export does not tell models apart. */
  readonly model: string
  readonly requests?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly dollars?: number
}

export interface UsageExport {
  readonly provider: ExportProvider
  /** Also for days on which nothing was used. */
  readonly days: readonly number[]
  readonly lines: readonly ExportLine[]
  /** There is another page that the file does not hold. */
  readonly isPartial: boolean
}

/** A file that is no usage export, or has a wrong figure; the message says where. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem'
}

export const DAY_SECONDS = 86_400

const dayOf = (seconds: number): number => seconds - (seconds % DAY_SECONDS)

/** Empty figures are not told. */
const figureOf = (value: unknown, where: string): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const figure = typeof value === 'string' ? Number(value.replaceAll(',', '')) : value
  if (typeof figure !== 'number' || !Number.isFinite(figure))
    throw new ExportProblem(`${where} is ${JSON.stringify(value)}, which is no number`)
  return figure
}

/** Epoch seconds of a number of them, a date or a moment. A time without a zone is one of UTC. */
const secondsOf = (value: unknown, where: string): number => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return Math.floor(Number(text))
  const dated = /^\d{4}-\d{2}-\d{2}/.test(text) ? text.replace(' ', 'T') : ''
  const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(dated) || !dated.includes('T') ? dated : `${dated}Z`)
  if (Number.isNaN(ms)) throw new ExportProblem(`${where} is ${JSON.stringify(value ?? '')}, which is no time`)
  return Math.floor(ms / 1000)
}

/** The day of a time; `where` names it in an error. */
export const dayAt = (value: unknown, where: string): number => dayOf(secondsOf(value, where))

/** Figures of cells or members by their names; `where` stands before the name in an error. */
export const figuresIn =
  (from: Readonly<Record<string, unknown>>, where: string) =>
  (name: string): number | undefined =>
    figureOf(from[name], `${where}${name}`)

/** `gpt-4o-mini-2024-07-18, cached input` is an item of a model. */
export const modelOfItem = (item: string): string => (item.split(', ', 1)[0] ?? '').trim()

type Figures = Omit<ExportLine, 'day' | 'model'>

/** Without what is not told. */
export const lineWith = (
  { day, model }: Pick<ExportLine, 'day' | 'model'>,
  figures: { readonly [name in keyof Figures]: number | undefined },
): ExportLine => ({ day, model, ...Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined)) })

/** The sum of what is told; undefined where nothing is. */
export const sumOf = (...figures: readonly (number | undefined)[]): number | undefined =>
  figures.reduce((sum, figure) => (figure === undefined ? sum : (sum ?? 0) + figure), undefined)
