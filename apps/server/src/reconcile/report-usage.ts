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

const describeTotal = (lines: readonly ComparedLine[], figure: Figure): readonly string[] => {
  const told = lines.filter(({ theirs }) => theirs[figure] !== undefined)
  if (told.length === 0) return []
  const here = told.reduce((sum, { own }) => sum + own[figure], 0)
  const there = told.reduce((sum, { theirs }) => sum + (theirs[figure] ?? 0), 0)
  return [`${TITLES[figure]}: ${written(figure, here)} here, ${written(figure, there)} there (${signed(figure, here - there)})`]
}

const verdictOn = (parted: number, all: number): string => {
  if (parted > 0) return `${parted} of ${counted(all, 'line')} ${parted === 1 ? 'parts' : 'part'}.`
  return all === 1 ? 'The only line agrees.' : `All ${all} lines agree.`
}

/** Lines that part, or all of them, and the totals. */
export const reportUsage = (lines: readonly ComparedLine[], isAll: boolean): readonly string[] => {
  const parted = lines.filter(({ parts }) => parts.length > 0)
  return [
    ...(isAll ? lines : parted).map(describeLine),
    ...FIGURES.flatMap((figure) => describeTotal(lines, figure)),
    verdictOn(parted.length, lines.length),
  ]
}
