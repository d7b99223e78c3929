import type { DashboardData } from '@weir/contract/dashboard'
import { formatQuota } from '@weir/contract/values/format'
import { LogType } from '@weir/contract/log'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import classes from './dashboard.module.css'
import { chartColour } from '../../shared/ui/chart/chart-colour.ts'
import { deferred } from '../../shared/ui/page/deferred.tsx'
import { barsOf, namedModels, sharesOf } from './models.ts'
import { runningSlot, slotLabel, slotWindow } from './period.ts'

const SpendChart = deferred(async () => (await import('./spend-chart.tsx')).SpendChart)

const useSpend = (data: DashboardData) =>
  useMemo(() => {
    const shares = sharesOf(data.slices)
    const models = shares.map(({ model }) => model)
    return { shares, models: namedModels(models), bars: barsOf(data, models) }
  }, [data])

interface Props {
  readonly data: DashboardData
}

/** The same figures for those who do not see the chart. */
const SpendTable = ({ data }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { bars } = useSpend(data)
  return (
    <details className={classes.table}>
      <summary>{t('dashboard.asTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.time')}</th>
            <th scope="col">{t('dashboard.quota')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ time, parts }) => (
            <tr key={time}>
              <td>
                <Link to={logWith({ type: LogType.consume, ...slotWindow(time, data) })}>{slotLabel(time, data)}</Link>
              </td>
              <td>
                {formatQuota(
                  parts.reduce((sum, part) => sum + part, 0),
                  display,
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

export const SpendPanel = ({ data }: Props) => {
  const t = useText()
  const { models, bars } = useSpend(data)
  return (
    <section className={classes.panel} aria-label={t('dashboard.spend')}>
      <h2 className={classes.heading}>{t('dashboard.spend')}</h2>
      <div className={classes.chart} role="img" aria-label={t('dashboard.spendHint')} data-testid="chart-spend">
        <SpendChart bars={bars} course={data} running={runningSlot(data)} models={models} />
      </div>
      <SpendTable data={data} />
    </section>
  )
}

const SHOWN = 8

export const SharePanel = ({ data }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { shares } = useSpend(data)
  return (
    <section className={classes.panel} aria-label={t('dashboard.share')}>
      <h2 className={classes.heading}>{t('dashboard.share')}</h2>
      <ul className={classes.shares} data-testid="shares">
        {shares.slice(0, SHOWN).map(({ model, share, quota }) => (
          <li key={model}>
            <Link
              className={classes.model}
              to={logWith({ type: LogType.consume, model_name: model, start: data.start, end: data.end })}
              title={model}
            >
              {model || t('common.unknown')}
            </Link>
            <span className={classes.amount}>{`${formatQuota(quota, display)} · ${(share * 100).toFixed(1)}%`}</span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${share * 100}%`, background: chartColour(model) }} />
            </span>
          </li>
        ))}
      </ul>
      {shares.length > SHOWN && <p className={classes.more}>{t('dashboard.moreModels', { count: shares.length - SHOWN })}</p>}
    </section>
  )
}
