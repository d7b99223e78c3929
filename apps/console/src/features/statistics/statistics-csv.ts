import type { StatisticsData, StatisticsDimension, StatisticsFigure, StatisticsFigures } from '@weir/contract/statistics'
import { LOG_QUOTA_DECIMALS, type QuotaDisplay } from '@weir/contract/values/format'
import type { CsvValue } from '../../shared/browser/csv.ts'
import { valueOf } from './figures.ts'

type Title = 'name' | 'owner' | 'id' | 'rest' | 'units' | 'before' | `figure.${StatisticsFigure}`

interface Options {
  readonly by: StatisticsDimension
  readonly figures: readonly StatisticsFigure[]
  readonly display: QuotaDisplay
  readonly isAdmin: boolean
  readonly text: (title: Title) => string
}

const MONEY: readonly StatisticsFigure[] = ['quota', 'cost', 'margin']

const money = (units: number, { quotaPerUnit }: QuotaDisplay): CsvValue =>
  quotaPerUnit > 0 ? Number((units / quotaPerUnit).toFixed(LOG_QUOTA_DECIMALS)) : ''

/** Money in units and in currency, both exact; the rest as it is. */
const cellsOf = (figures: StatisticsFigures, { figures: shown, display }: Options): readonly CsvValue[] =>
  shown.flatMap((figure) => {
    const value = valueOf(figure, figures)
    if (value === undefined) return MONEY.includes(figure) ? ['', ''] : ['']
    return MONEY.includes(figure) ? [value, money(value, display)] : [value]
  })

/** The head, one line for each row and one for all that are not among them. */
export const statisticsCsvRows = ({ rows, rest }: StatisticsData, options: Options): readonly (readonly CsvValue[])[] => {
  const { by, figures, text, isAdmin } = options
  const hasOwner = by === 'token' && isAdmin
  const titles = figures.flatMap((figure) => {
    const title = text(`figure.${figure}`)
    return MONEY.includes(figure) ? [`${title} (${text('units')})`, title] : [title]
  })
  const named = [...(hasOwner ? [text('owner')] : []), ...(by === 'channel' ? [text('id')] : []), text('name')]
  const lines = rows.map((row) => [
    ...(hasOwner ? [row.owner] : []),
    ...(by === 'channel' ? [row.id] : []),
    row.name,
    ...cellsOf(row.current, options),
    ...cellsOf(row.before, options),
  ])
  const others = [...named.slice(1).map(() => ''), text('rest'), ...cellsOf(rest.current, options), ...cellsOf(rest.before, options)]
  return [[...named, ...titles, ...titles.map((title) => `${title}, ${text('before')}`)], ...lines, ...(rest.count > 0 ? [others] : [])]
}
