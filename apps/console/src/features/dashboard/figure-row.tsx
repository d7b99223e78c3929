import type { DashboardData } from '@weir/contract/dashboard'
import { formatNumber, formatQuota, formatSeconds, type QuotaDisplay } from '@weir/contract/values/format'
import { LogType } from '@weir/contract/log'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import figureClasses from '../../shared/ui/figure/figure.module.css'
import classes from './figure-row.module.css'
import { changeOf, courseOf, figureNames, valueOf, type Change, type FigureName } from './figures.ts'
import { runningSlot } from './period.ts'
import { Sparkline } from './sparkline.tsx'

const NOTHING = '–'

const percent = (share: number, decimals = 1) => `${(share * 100).toFixed(decimals)}%`

const formatFigure = (name: FigureName, value: number | undefined, display: QuotaDisplay): string => {
  if (value === undefined) return NOTHING
  switch (name) {
    case 'requests':
    case 'tokens':
      return formatNumber(value)
    case 'quota':
      return formatQuota(value, display)
    case 'success':
      return percent(value)
    case 'latency':
      return formatSeconds(value)
  }
}

const ChangeLabel = ({ change }: { readonly change: Change | undefined }) => {
  const t = useText()
  if (change === undefined) return <span className={figureClasses.change}>{t('dashboard.noComparison')}</span>
  const sign = change.by >= 0 ? '+' : '-'
  const by = Math.abs(change.by)
  // The difference of two rates is no share of one of them.
  const amount = change.isInPoints ? t('dashboard.points', { points: (by * 100).toFixed(1) }) : percent(by)
  return (
    <span className={figureClasses.change} data-trend={change.trend}>
      {t('dashboard.change', { change: sign + amount })}
    </span>
  )
}

interface Props {
  /** `undefined` while it is on its way: the frame stands already. */
  readonly data: DashboardData | undefined
}

export const FigureRow = ({ data }: Props) => {
  const t = useText()
  const display = useQuotaDisplay()
  const rows = data === undefined ? '' : logWith({ type: LogType.consume, start: data.start, end: data.end })
  return (
    <dl className={classes.figures}>
      {figureNames.map((name) => (
        <div key={name} className={classes.figure}>
          <dt>{t(`dashboard.${name}`)}</dt>
          <dd>
            {data === undefined ? (
              <span className={classes.bone} />
            ) : (
              <>
                <Link className={figureClasses.value} to={rows} title={t('log.seeRows')} data-testid={`figure-${name}`}>
                  {formatFigure(name, valueOf(name, data.current), display)}
                </Link>
                <ChangeLabel change={changeOf(name, data)} />
                <Sparkline values={courseOf(name, data)} isRunning={runningSlot(data) !== undefined} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
