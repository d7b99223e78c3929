import { useMutation } from '@tanstack/react-query'
import {
  getOwnStatistics,
  getStatistics,
  MAX_STATISTICS_ROWS,
  OWN_DIMENSIONS,
  OWN_FIGURES,
  type StatisticsData,
} from '@weir/contract/statistics'
import { formatTimestamp } from '@weir/contract/values/format'
import { Button, Segmented } from 'antd'
import { call } from '../../shared/api/api-client.ts'
import { toCsv } from '../../shared/browser/csv.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { DateTimeField } from '../../shared/form/date-time-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { DEFAULT_PRESET, presets, type AskedPeriods } from './period.ts'
import { statisticsCsvRows } from './statistics-csv.ts'
import classes from './statistics.module.css'
import { choicesFor, type StatisticsAddress } from './use-statistics.ts'

interface AddressProps {
  readonly address: StatisticsAddress
}

export const PeriodFields = ({ address: { period, change } }: AddressProps) => {
  const t = useText()
  const time = (name: 'start' | 'end') => (
    <DateTimeField
      value={period[name] || null}
      onChange={(moment) => change({ [name]: moment === null ? '' : String(moment) })}
      placeholder={t(`statistics.${name}`)}
      label={t(`statistics.${name}`)}
      testId={`field-${name}`}
    />
  )
  return (
    <>
      <Segmented
        className={classes.choice ?? ''}
        value={period.preset}
        options={[...presets, 'custom' as const].map((value) => ({ value, label: t(`statistics.preset.${value}`) }))}
        onChange={(preset) =>
          change({ period: preset === DEFAULT_PRESET ? '' : preset, ...(preset !== 'custom' && { start: '', end: '' }) })
        }
        aria-label={t('statistics.period')}
        data-testid="field-period"
      />
      {period.preset === 'custom' && (
        <div className={classes.range}>
          {time('start')}
          {time('end')}
        </div>
      )}
    </>
  )
}

export const DimensionField = ({ address: { by, change }, isAdmin }: AddressProps & { readonly isAdmin: boolean }) => {
  const t = useText()
  const { dimensions } = choicesFor(isAdmin)
  return (
    <Segmented
      className={classes.choice ?? ''}
      value={by}
      options={dimensions.map((value) => ({ value, label: t(`statistics.by.${value}`) }))}
      onChange={(value) => change({ by: value === dimensions[0] ? '' : value, rows: '' })}
      aria-label={t('statistics.by')}
      data-testid="field-by"
    />
  )
}

interface ActionsProps extends AddressProps {
  readonly asked: AskedPeriods
  readonly isAdmin: boolean
  readonly onRefresh: () => void
}

const useExport = ({ address: { by, sort }, asked, isAdmin }: Omit<ActionsProps, 'onRefresh'>) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { figures } = choicesFor(isAdmin)
  const read = async (): Promise<StatisticsData | undefined> => {
    const limit = MAX_STATISTICS_ROWS
    if (isAdmin) return (await call(getStatistics, { query: { ...asked, by, sort, limit } })) ?? undefined
    const own = { by: OWN_DIMENSIONS.find((one) => one === by) ?? 'token', sort: OWN_FIGURES.find((one) => one === sort) ?? 'quota' }
    return (await call(getOwnStatistics, { query: { ...asked, ...own, limit } })) ?? undefined
  }
  return useMutation({
    mutationFn: read,
    onSuccess: (data) => {
      if (data === undefined) return
      const text = (title: Parameters<Parameters<typeof statisticsCsvRows>[1]['text']>[0]) =>
        t(title === 'rest' ? 'statistics.restName' : `statistics.${title}`)
      const rows = statisticsCsvRows(data, { by, figures, display, isAdmin, text })
      const days = [data.start, data.end - 1].map((time) => formatTimestamp(time).slice(0, 10))
      downloadText(`weir-statistics-${by}-${days.join('-')}.csv`, toCsv(rows), 'text/csv')
      if (data.rest.count > 0) notify.warning(t('statistics.csvCut', { count: data.rows.length }))
    },
  })
}

export const StatisticsActions = ({ onRefresh, ...props }: ActionsProps) => {
  const t = useText()
  const { mutate, isPending } = useExport(props)
  return (
    <div className={classes.actions}>
      <Button icon={<Icon name="download" size={16} />} loading={isPending} onClick={() => mutate()} data-testid="btn-export">
        {t('statistics.csv')}
      </Button>
      <Button
        icon={<Icon name="refresh" />}
        aria-label={t('common.refresh')}
        title={t('common.refresh')}
        onClick={onRefresh}
        data-testid="btn-refresh"
      />
    </div>
  )
}
