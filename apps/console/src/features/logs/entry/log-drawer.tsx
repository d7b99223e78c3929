import { getLogEntry, type LogEntry, type LogObject } from '@weir/contract/log'
import { Drawer, Skeleton } from 'antd'
import { Link } from 'react-router'
import { isRefused } from '../../../shared/api/call-error.ts'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { CopyField } from '../../../shared/clipboard/copy-field.tsx'
import { useLanguagePack, useText } from '../../../shared/i18n/use-text.ts'
import { editPathOf } from '../../../shared/navigation/paths.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { QuotaCell, TimeCell } from '../../../shared/ui/cells/cells.tsx'
import { FailedState, State } from '../../../shared/ui/page/state.tsx'
import { Fact, Facts } from '../../../shared/ui/facts/facts.tsx'
import { channelLabel } from '../channel-label.ts'
import { logTypeBadge } from '../log-type-badge.ts'
import { outcomeBadges, reasonOf } from '../outcome.ts'
import classes from '../logs.module.css'
import { BodiesSection } from './bodies-section.tsx'
import { ChargeSection } from './charge-section.tsx'
import { chargeOf } from './charge.ts'
import { CostFacts } from './cost-facts.tsx'
import { NextSteps } from './next-steps.tsx'
import { TrailSection } from './trail-section.tsx'
import { UsageFacts } from './usage-facts.tsx'

const Origin = ({ row }: { readonly row: LogObject }) => {
  const t = useText()
  return (
    <>
      {row.username !== '' && (
        <Fact label={t('log.user')}>
          <Link to={editPathOf('user', row.user_id)}>{row.username}</Link>
        </Fact>
      )}
      {row.channel !== 0 && (
        <Fact label={t('log.channel')}>
          <Link to={editPathOf('channel', row.channel)}>{channelLabel(row)}</Link>
        </Fact>
      )}
    </>
  )
}

const Outcome = ({ row }: { readonly row: LogObject }) => {
  const { t, language } = useLanguagePack()
  if (row.outcome === '') return null
  const { color, label } = outcomeBadges[row.outcome]
  const reason = reasonOf(row, { t, language })
  return (
    <Fact label={t('log.outcome')}>
      <Badge color={color} text={t(label)} />
      {reason !== '' && <span className={classes.reason}>{reason}</span>}
    </Fact>
  )
}

/** What a refused caller was told, or what a row of no request says. */
const Words = ({ row, entry }: { readonly row: LogObject; readonly entry: LogEntry | undefined }) => {
  const { t, language } = useLanguagePack()
  if (entry?.refusal !== undefined)
    return (
      <>
        <Fact label={t('log.refusal')}>{entry.refusal[language]}</Fact>
        {entry.omitted !== undefined && <p className={classes.quiet}>{t('log.omitted', { count: entry.omitted })}</p>}
      </>
    )
  if (row.content === '' || row.fault !== '' || chargeOf(row) !== undefined) return null
  return <Fact label={t('log.detail')}>{row.content}</Fact>
}

interface BodyProps {
  readonly row: LogObject
  readonly entry: LogEntry | undefined
  readonly isAdmin: boolean
}

const Body = ({ row, entry, isAdmin }: BodyProps) => {
  const t = useText()
  return (
    <div className={classes.entry} data-testid="log-drawer">
      <Facts>
        <Fact label={t('log.time')}>
          <TimeCell time={row.created_at} />
        </Fact>
        <Fact label={t('log.type')}>
          <Badge color={logTypeBadge(row.type).color} text={t(logTypeBadge(row.type).label)} />
        </Fact>
        <Outcome row={row} />
        {isAdmin && <Origin row={row} />}
        {row.token_name !== '' && <Fact label={t('log.token')}>{row.token_name}</Fact>}
        {row.address !== undefined && <Fact label={t('log.address')}>{row.address}</Fact>}
        {row.model_name !== '' && <UsageFacts row={row} entry={entry} />}
        <Fact label={t('log.quota')}>
          <QuotaCell quota={row.quota} isExact />
        </Fact>
        {entry !== undefined && <CostFacts entry={entry} />}
        <Words row={row} entry={entry} />
      </Facts>
      {entry !== undefined && <TrailSection entry={entry} />}
      {entry !== undefined && isAdmin && <NextSteps entry={entry} />}
      <ChargeSection row={row} />
      {entry !== undefined && <BodiesSection key={entry.id} entry={entry} />}
      {row.request_id !== '' && (
        <section>
          <h3 className={classes.heading}>{t('log.requestId')}</h3>
          <CopyField name="request-id" label={t('log.requestId')} value={row.request_id} />
        </section>
      )}
    </div>
  )
}

/** The server says that there is no such row, or it says nothing of use. */
const Missing = ({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) => {
  const t = useText()
  return isRefused(error) ? <State drawing="dry" title={t('log.gone')} testId="state-gone" /> : <FailedState onRetry={onRetry} />
}

interface Props {
  /** 0 while nothing is open. */
  readonly id: number
  /** As the list shows it, where it is on the page. */
  readonly row: LogObject | undefined
  readonly isAdmin: boolean
  readonly onClose: () => void
}

/** One row with the way its request took. What the list has is shown at once, the rest when it has come. */
export const LogDrawer = ({ id, row, isAdmin, onClose }: Props) => {
  const t = useText()
  const found = useEndpoint(getLogEntry, { params: { id } }, { enabled: id !== 0, isOptional: true })
  const entry = found.data ?? undefined
  const shown = entry ?? row
  return (
    <Drawer open={id !== 0} onClose={onClose} title={t('log.entry')} size={480} destroyOnHidden>
      {shown !== undefined && <Body row={shown} entry={entry} isAdmin={isAdmin} />}
      {shown === undefined && found.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {shown === undefined && found.isError && <Missing error={found.error} onRetry={() => void found.refetch()} />}
    </Drawer>
  )
}
