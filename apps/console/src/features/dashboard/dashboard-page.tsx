import { getDashboard, type DashboardData } from '@weir/contract/dashboard'
import { isAdmin } from '@weir/contract/user'
import { Button, Segmented } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { READERS_ZONE } from '../../shared/browser/readers-zone.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useAddressFilter } from '../../shared/list/state/use-list-address.ts'
import { useShortcuts } from '../../shared/navigation/use-shortcuts.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import palette from '../../shared/ui/chart/chart.module.css'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState, State } from '../../shared/ui/page/state.tsx'
import { AttentionList } from './attention-list.tsx'
import { ChannelGrid } from './channel-grid.tsx'
import classes from './dashboard.module.css'
import { FigureRow } from './figure-row.tsx'
import { parseSpan, spans, startOf } from './period.ts'
import { SharePanel, SpendPanel } from './spend.tsx'

const DEFAULT_SPAN = parseSpan('')
const nowSeconds = () => Math.floor(Date.now() / 1000)

const Panels = ({ data }: { readonly data: DashboardData }) => {
  const t = useText()
  return (
    <>
      {data.slices.length === 0 ? (
        <section className={classes.panel}>
          <State drawing="dry" title={t('dashboard.empty')} hint={t('dashboard.emptyHint')} testId="state-empty" />
        </section>
      ) : (
        <div className={classes.pair}>
          <SpendPanel data={data} />
          <SharePanel data={data} />
        </div>
      )}
      {data.channels.length > 0 && <ChannelGrid data={data} />}
    </>
  )
}

/** The frame stands from the first moment; the figures come into it. */
const Body = ({ start }: { readonly start: number }) => {
  const { data, isError, refetch } = useEndpoint(getDashboard, {
    query: { start_timestamp: start, end_timestamp: 0, time_zone: READERS_ZONE },
  })
  const reload = useCallback(() => void refetch(), [refetch])
  useShortcuts(useMemo(() => [{ key: 'r', label: 'keys.refresh', run: reload }] as const, [reload]))
  if (data === undefined && isError) {
    return (
      <section className={classes.panel}>
        <FailedState onRetry={reload} />
      </section>
    )
  }
  return (
    <div className={`${classes.dashboard} ${palette.palette}`} aria-busy={data === undefined}>
      <AttentionList items={data?.attention} />
      <FigureRow data={data ?? undefined} />
      {data ? <Panels data={data} /> : <div className={classes.waiting} />}
    </div>
  )
}

export const DashboardPage = () => {
  const t = useText()
  const user = useUser()
  const [text, setText] = useAddressFilter('days')
  const [now, setNow] = useState(nowSeconds)
  const span = parseSpan(text)
  const hint = user !== undefined && isAdmin(user.role) ? t('dashboard.hintAll') : t('dashboard.hintOwn')
  const action = (
    <div className={classes.tools}>
      <Segmented
        value={span}
        options={spans.map((value) => ({ value, label: t(`dashboard.days${value}`) }))}
        onChange={(next) => setText(next === DEFAULT_SPAN ? '' : String(next))}
        aria-label={t('log.presets')}
        data-testid="field-days"
      />
      <Button
        icon={<Icon name="refresh" />}
        aria-label={t('common.refresh')}
        title={t('common.refresh')}
        onClick={() => setNow(nowSeconds())}
        data-testid="btn-refresh"
      />
    </div>
  )
  return (
    <>
      <PageHeader hint={hint} action={action} />
      <Body key={now} start={startOf(span, now)} />
    </>
  )
}
