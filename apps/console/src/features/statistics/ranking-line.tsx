import type { StatisticsData, StatisticsFigure, StatisticsFigures } from '@weir/contract/statistics'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { changeOf, errorRateOf, formatChange, formatFigure, formatShare, NOTHING, shareOf, valueOf } from './figures.ts'
import classes from './statistics.module.css'

type Compared = Pick<StatisticsData['rows'][number], 'current' | 'before'>

/** The word itself where nothing is there to compare with. */
const useChangeText = () => {
  const t = useText()
  return (figure: StatisticsFigure, { current, before }: Compared, isSingle: boolean): string => {
    if (isSingle && before.requests === 0 && current.requests > 0) return t('statistics.fresh')
    const change = changeOf(figure, current, before)
    if (change === undefined) return NOTHING
    return change.unit === 'points' ? t('statistics.points', { change: formatChange(change) }) : `${formatChange(change)}%`
  }
}

interface LineProps {
  readonly data: StatisticsData
  readonly sort: StatisticsFigure
  readonly figures: readonly StatisticsFigure[]
  readonly compared: Compared
  readonly name: string
  readonly owner?: string
  readonly colour?: string
  /** `undefined` where there are no rows to lead to. */
  readonly addressOf: (figure: StatisticsFigure) => string | undefined
  readonly testId: string
  /** One of its kind, not several together. */
  readonly isSingle?: boolean
}

interface FigureCellProps {
  readonly figure: StatisticsFigure
  readonly figures: StatisticsFigures
  readonly to: string | undefined
}

const FigureCell = ({ figure, figures, to }: FigureCellProps) => {
  const t = useText()
  const display = useQuotaDisplay()
  const text = formatFigure(figure, valueOf(figure, figures), display)
  const rate = figure === 'failures' && figures.failures > 0 ? errorRateOf(figures) : undefined
  return (
    <span>
      {to === undefined || text === NOTHING ? (
        text
      ) : (
        <Link to={to} title={t('log.seeRows')}>
          {text}
        </Link>
      )}
      {rate !== undefined && <span className={classes.rate}>{formatShare(rate)}</span>}
    </span>
  )
}

export const RankingLine = ({ data, sort, figures, compared, name, owner, colour, addressOf, testId, isSingle = false }: LineProps) => {
  const t = useText()
  const changeText = useChangeText()
  const share = shareOf(sort, compared.current, data.total.current)
  const to = addressOf('quota')
  return (
    <tr data-testid={testId}>
      <th scope="row" className={classes.name}>
        <span className={classes.who}>
          {to === undefined ? (
            <span className={classes.label}>{name}</span>
          ) : (
            <Link className={classes.label} to={to} title={name}>
              {name}
            </Link>
          )}
          {owner !== undefined && owner !== '' && <span className={classes.owner}>{owner}</span>}
        </span>
        {colour !== undefined && (
          <span className={classes.track} title={share === undefined ? '' : t('statistics.share', { share: formatShare(share) })}>
            <span style={{ width: `${(share ?? 0) * 100}%`, background: colour }} />
          </span>
        )}
      </th>
      {figures.map((figure) => (
        <td key={figure} data-label={t(`statistics.figure.${figure}`)} data-chosen={figure === sort}>
          <FigureCell figure={figure} figures={compared.current} to={addressOf(figure)} />
        </td>
      ))}
      <td data-label={t('statistics.change')} className={classes.changeCell}>
        {changeText(sort, compared, isSingle)}
      </td>
    </tr>
  )
}
