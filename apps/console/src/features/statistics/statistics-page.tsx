import { MAX_STATISTICS_DAYS, type StatisticsData } from '@weir/contract/statistics'
import { isAdmin as isAdminRole } from '@weir/contract/user'
import { formatNumber, formatTimestamp } from '@weir/contract/values/format'
import { Alert } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useShortcuts } from '../../shared/navigation/use-shortcuts.ts'
import { useUser } from '../../shared/session/use-session.ts'
import palette from '../../shared/ui/chart/chart.module.css'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState, State } from '../../shared/ui/page/state.tsx'
import { Course } from './course.tsx'
import { Ranking } from './ranking.tsx'
import classes from './statistics.module.css'
import { DimensionField, PeriodFields, StatisticsActions } from './statistics-tools.tsx'
import { TotalRow } from './total-row.tsx'
import { shownFigures, useStatistics, useStatisticsAddress, type StatisticsAddress } from './use-statistics.ts'

const Notes = ({ data, askedStart }: { readonly data: StatisticsData; readonly askedStart: number }) => {
  const t = useText()
  const shown = {
    start: formatTimestamp(data.start),
    end: formatTimestamp(data.end - 1),
    beforeStart: formatTimestamp(data.before_start),
    beforeEnd: formatTimestamp(data.before_end - 1),
  }
  return (
    <>
      <p className={classes.shown} data-testid="shown-period">
        {t('statistics.shown', shown)}
        {askedStart > 0 && askedStart < data.start && ` ${t('statistics.cutShort', { days: MAX_STATISTICS_DAYS })}`}
      </p>
      {data.uncounted > 0 && <Alert type="warning" showIcon message={t('statistics.uncounted', { count: formatNumber(data.uncounted) })} />}
    </>
  )
}

interface BodyProps {
  readonly data: StatisticsData
  readonly address: StatisticsAddress
  readonly isAdmin: boolean
  readonly askedStart: number
}

const Body = ({ data, address, isAdmin, askedStart }: BodyProps) => {
  const t = useText()
  const figures = shownFigures(isAdmin, address.sort, data.total)
  return (
    <>
      <Notes data={data} askedStart={askedStart} />
      <TotalRow data={data} figures={figures} />
      {data.rows.length === 0 ? (
        <section className={classes.panel}>
          <State drawing="dry" title={t('statistics.empty')} hint={t('statistics.emptyHint')} testId="state-empty" />
        </section>
      ) : (
        <>
          <Ranking data={data} address={address} figures={figures} />
          <Course data={data} figure={address.sort} />
        </>
      )}
    </>
  )
}

export const StatisticsPage = () => {
  const t = useText()
  const user = useUser()
  const isAdmin = user !== undefined && isAdminRole(user.role)
  const address = useStatisticsAddress(isAdmin)
  const { data, isError, isFetching, asked, refresh } = useStatistics(isAdmin, address)
  useShortcuts(useMemo(() => [{ key: 'r', label: 'keys.refresh', run: refresh }] as const, [refresh]))

  const body = () => {
    if (data !== undefined) return <Body data={data} address={address} isAdmin={isAdmin} askedStart={asked.start_timestamp} />
    if (!isError) return <div className={classes.waiting} />
    return (
      <section className={classes.panel}>
        <FailedState onRetry={refresh} />
      </section>
    )
  }

  return (
    <>
      <PageHeader
        hint={t(isAdmin ? 'statistics.hintAll' : 'statistics.hintOwn')}
        action={<StatisticsActions address={address} asked={asked} isAdmin={isAdmin} onRefresh={refresh} />}
      />
      <div className={classes.filters}>
        <PeriodFields address={address} />
        <DimensionField address={address} isAdmin={isAdmin} />
      </div>
      <div className={`${classes.body} ${palette.palette}`} aria-busy={isFetching}>
        {body()}
      </div>
    </>
  )
}
