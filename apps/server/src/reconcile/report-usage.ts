import { counted } from '@weir/contract/values/counted'
import { FIGURES, type ComparedLine, type Figure } from './compare-usage.ts'

const TITLES: Readonly<Record<Figure, string>> = {
  requests: 'requests',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  dollars: 'dollars',
}

const DOLLAR_DECIMALS = 4

const written = (figure: Figure, value: number): string => (figure === 'dollars' ? value.toFixed(DOLLAR_DECIMALS) : String(value))

const signed = (figure: Figure, difference: number): string => `${difference > 0 ? '+' : ''}${written(figure, difference)}`

const dateOf = (day: number): string => new Date(day * 1000).toISOString().slice(0, 10)

const describeFigure = ({ own, theirs, parts }: ComparedLine, figure: Figure): string => {
  const there = theirs[figure] ?? 0
  const both = `${TITLES[figure]} ${written(figure, own[figure])} here, ${written(figure, there)} there`
  return parts.includes(figure) ? `${both} (${signed(figure, own[figure] - there)})` : both
}

const describeLine = (line: ComparedLine): string =>
  `${dateOf(line.day)} ${line.model === '' ? 'all models' : line.model}: ${FIGURES.filter((figure) => line.theirs[figure] !== undefined)
    .map((figure) => describeFigure(line, figure))
    .join('; ')}`

interface Total {
  readonly here: number
  readonly there: number
}

/** Of the lines that tell the figure; undefined where none does. */
const totalOf = (lines: readonly ComparedLine[], figure: Figure): Total | undefined => {
  const told = lines.filter(({ theirs }) => theirs[figure] !== undefined)
  if (told.length === 0) return undefined
  return {
    here: told.reduce((sum, { own }) => sum + own[figure], 0),
    there: told.reduce((sum, { theirs }) => sum + (theirs[figure] ?? 0), 0),
  }
}

const describeTotal = (lines: readonly ComparedLine[], figure: Figure): readonly string[] => {
  const total = totalOf(lines, figure)
  if (total === undefined) return []
  const { here, there } = total
  return [`${TITLES[figure]}: ${written(figure, here)} here, ${written(figure, there)} there (${signed(figure, here - there)})`]
}

const verdictOn = (parted: number, all: number): string => {
  if (parted > 0) return `${parted} of ${counted(all, 'line')} ${parted === 1 ? 'parts' : 'part'}.`
  return all === 1 ? 'The only line agrees.' : `All ${all} lines agree.`
}

const isParted = ({ parts }: ComparedLine): boolean => parts.length > 0

/** Lines that part, or all of them, and the totals. */
export const reportUsage = (lines: readonly ComparedLine[], isAll: boolean): readonly string[] => {
  const parted = lines.filter(isParted)
  return [
    ...(isAll ? lines : parted).map(describeLine),
    ...FIGURES.flatMap((figure) => describeTotal(lines, figure)),
    verdictOn(parted.length, lines.length),
  ]
}

const FIELDS = {
  requests: 'requests',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  dollars: 'dollars',
} as const satisfies Record<Figure, string>

const byField = <T>(read: (figure: Figure) => T | undefined) =>
  Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const value = read(figure)
      return value === undefined ? [] : [[FIELDS[figure], value]]
    }),
  )

const lineObject = ({ day, model, own, theirs, parts }: ComparedLine) => ({
  day: dateOf(day),
  model,
  figures: byField((figure) => {
    const there = theirs[figure]
    return there === undefined ? undefined : { here: own[figure], there, agrees: !parts.includes(figure) }
  }),
})

/** The same for programs. */
export const usageObject = (lines: readonly ComparedLine[], isAll: boolean) => {
  const parted = lines.filter(isParted)
  return {
    compared: lines.length,
    parted: parted.length,
    lines: (isAll ? lines : parted).map(lineObject),
    totals: byField((figure) => totalOf(lines, figure)),
  }
}
