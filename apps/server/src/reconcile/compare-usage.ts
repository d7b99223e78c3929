import type { UpstreamUsage } from '@weir/store/statements/upstream-usage'
import { UNITS_PER_DOLLAR } from '../relay/list-ratios.ts'
import type { ExportLine } from './export-line.ts'

export const FIGURES = ['requests', 'inputTokens', 'outputTokens', 'dollars'] as const

export type Figure = (typeof FIGURES)[number]

export interface ComparedLine {
  readonly day: number
  /** Empty: all models together. */
  readonly model: string
  readonly own: Readonly<Record<Figure, number>>
  /** Absent where no file tells it. */
  readonly theirs: Partial<Readonly<Record<Figure, number>>>
  readonly parts: readonly Figure[]
}

/**
 * Exports name dated versions, display names or aliases of what is one model here: `gpt-4o-2024-08-06`, `Claude Haiku 4.5`,
 * `claude-3-5-haiku-latest`.
 */
export const modelKey = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[ .]/g, '-')
    .replace(/(-\d{4}-\d{2}-\d{2}|[-@]\d{8}|-latest)$/, '')
  const [, version, family] = /^claude-(\d+(?:-\d+)?)-([a-z]+)$/.exec(plain) ?? []
  return family === undefined ? plain : `claude-${family}-${version}`
}

/** Rows are charged at list prices here and invoices are rounded there: less than this is no difference. */
const DOLLAR_SHARE = 0.01
const DOLLAR_LEAST = 0.01

const parts = (figure: Figure, own: number, theirs: number): boolean => {
  const difference = Math.abs(own - theirs)
  return figure === 'dollars' ? difference > Math.max(DOLLAR_LEAST, DOLLAR_SHARE * Math.max(own, theirs)) : difference > 0
}

interface Sums {
  readonly day: number
  readonly model: string
  readonly own: Record<Figure, number>
  readonly theirs: Partial<Record<Figure, number>>
}

const ownFigures = ({ requests, promptTokens, completionTokens, listUnits }: UpstreamUsage): Record<Figure, number> => ({
  requests,
  inputTokens: promptTokens,
  outputTokens: completionTokens,
  dollars: listUnits / UNITS_PER_DOLLAR,
})

/** A figure is compared for models where some line tells it of a model, and for whole days otherwise. */
const byModel = (lines: readonly ExportLine[]): ReadonlySet<Figure> =>
  new Set(FIGURES.filter((figure) => lines.some((line) => line[figure] !== undefined && line.model !== '')))

/** Both sides by day and model, and where they part. */
export const compareUsage = (own: readonly UpstreamUsage[], lines: readonly ExportLine[]): readonly ComparedLine[] => {
  const told = FIGURES.filter((figure) => lines.some((line) => line[figure] !== undefined))
  const perModel = byModel(lines)
  const found = new Map<string, Sums>()
  const sumsOf = (day: number, model: string): Sums => {
    const key = `${day} ${model}`
    const known = found.get(key) ?? { day, model, own: { requests: 0, inputTokens: 0, outputTokens: 0, dollars: 0 }, theirs: {} }
    found.set(key, known)
    return known
  }
  const modelFor = (figure: Figure, name: string): string => (perModel.has(figure) ? modelKey(name) : '')
  for (const usage of own) {
    const figures = ownFigures(usage)
    for (const figure of told) sumsOf(usage.day, modelFor(figure, usage.model)).own[figure] += figures[figure]
  }
  for (const line of lines) {
    for (const figure of told) {
      const { theirs } = sumsOf(line.day, modelFor(figure, line.model))
      if (line[figure] !== undefined) theirs[figure] = (theirs[figure] ?? 0) + line[figure]
    }
  }
  return [...found.values()]
    .toSorted((a, b) => a.day - b.day || (a.model < b.model ? -1 : 1))
    .map((sums) => {
      // What the files tell of other lines and not of this one is nothing here, unless it is told for whole days.
      const compared = told.filter((figure) => perModel.has(figure) === (sums.model !== '') || sums.theirs[figure] !== undefined)
      const theirs = Object.fromEntries(compared.map((figure) => [figure, sums.theirs[figure] ?? 0]))
      return { ...sums, theirs, parts: compared.filter((figure) => parts(figure, sums.own[figure], theirs[figure] ?? 0)) }
    })
}
