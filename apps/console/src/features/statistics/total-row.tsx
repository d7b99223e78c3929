import type { StatisticsData, StatisticsFigure } from '@weir/contract/statistics'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import figureClasses from '../../shared/ui/figure/figure.module.css'
import { changeOf, errorRateOf, formatChange, formatFigure, formatShare, NOTHING, valueOf, type Change } from './figures.ts'
import { figureAddress, periodAddress } from './row-address.ts'
import classes from './statistics.module.css'

const ChangeLabel = ({ change }: { readonly change: Change | undefined }) => {
  const t = useText()
  if (change === undefined) return <span className={figureClasses.change}>{t('statistics.noComparison')}</span>
  return (
    <span className={figureClasses.change} data-trend={change.trend}>
      {t(change.unit === 'points' ? 'statistics.changePoints' : 'statistics.changeShare', { change: formatChange(change) })}
    </span>
  )
}

interface Props {
  readonly data: StatisticsData
  readonly figures: readonly StatisticsFigure[]
}

/** What all of them came to together. */
export const TotalRow = ({ data, figures }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const period = periodAddress(data)
  const { current, before } = data.total
  const text = (figure: StatisticsFigure) => {
    if (figure !== 'failures') return formatFigure(figure, valueOf(figure, current), display)
    const rate = errorRateOf(current)
    return rate === undefined ? NOTHING : formatShare(rate)
  }
  return (
    <dl className={classes.figures}>
      {figures.map((figure) => (
        <div key={figure} className={classes.figure}>
          <dt>{t(figure === 'failures' ? 'statistics.errorRate' : `statistics.figure.${figure}`)}</dt>
          <dd>
            <Link
              className={figureClasses.value}
              to={figureAddress(period, figure)}
              title={t('log.seeRows')}
              data-testid={`figure-${figure}`}
            >
              {text(figure)}
            </Link>
            <ChangeLabel change={changeOf(figure, current, before)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
