import { formatSeconds } from '@weir/contract/values/format'
import type { AdminLogObject, LogObject } from '@weir/contract/log'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { QuotaCell, TimeCell } from '../../shared/ui/cells/cells.tsx'
import { ChargeSection } from './charge-section.tsx'
import { chargeOf, exactCount } from './charge.ts'
import { logTypeBadge } from './log-type-badge.ts'
import classes from './logs.module.css'

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

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
          <Link to={editPathOf('channel', row.channel)}>{row.channel}</Link>
        </Fact>
      )}
    </>
  )
}

const Usage = ({ row }: { readonly row: LogObject }) => {
  const t = useText()
  return (
    <>
      <Fact label={t('log.model')}>
        <code>{row.model_name}</code>
      </Fact>
      {row.substitute_for !== undefined && (
        <Fact label={t('log.substituteFor')}>
          <code>{row.substitute_for}</code> · {t('log.substituted')}
        </Fact>
      )}
      <Fact label={t('log.prompt')}>{exactCount(row.prompt_tokens)}</Fact>
      <Fact label={t('log.completion')}>{exactCount(row.completion_tokens)}</Fact>
      <Fact label={t('log.elapsed')}>
        {formatSeconds(row.elapsed_time)}
        {row.is_stream && ` · ${t('log.stream')}`}
      </Fact>
    </>
  )
}

/** What only administrators are told. */
type ToldRow = LogObject & Partial<Pick<AdminLogObject, 'cost' | 'group'>>

const Cost = ({ row: { quota, cost, group = '' } }: { readonly row: ToldRow }) => {
  const t = useText()
  return (
    <>
      {group !== '' && <Fact label={t('log.group')}>{group}</Fact>}
      {typeof cost === 'number' && (
        <>
          <Fact label={t('log.cost')}>
            <QuotaCell quota={cost} isExact />
          </Fact>
          <Fact label={t('log.margin')}>
            <QuotaCell quota={quota - cost} isExact />
          </Fact>
        </>
      )}
    </>
  )
}

interface Props {
  readonly row: ToldRow | undefined
  readonly isAdmin: boolean
  readonly onClose: () => void
}

export const LogDrawer = ({ row, isAdmin, onClose }: Props) => {
  const t = useText()
  return (
    <Drawer open={row !== undefined} onClose={onClose} title={t('log.entry')} size={440} destroyOnHidden>
      {row !== undefined && (
        <div data-testid="log-drawer">
          <dl className={classes.facts}>
            <Fact label={t('log.time')}>
              <TimeCell time={row.created_at} />
            </Fact>
            <Fact label={t('log.type')}>
              <Badge color={logTypeBadge(row.type).color} text={t(logTypeBadge(row.type).label)} />
            </Fact>
            {isAdmin && <Origin row={row} />}
            {row.token_name !== '' && <Fact label={t('log.token')}>{row.token_name}</Fact>}
            {row.model_name !== '' && <Usage row={row} />}
            <Fact label={t('log.quota')}>
              <QuotaCell quota={row.quota} isExact />
            </Fact>
            {isAdmin && <Cost row={row} />}
            {row.content !== '' && chargeOf(row) === undefined && <Fact label={t('log.detail')}>{row.content}</Fact>}
          </dl>
          <ChargeSection row={row} />
          {row.request_id !== '' && (
            <section>
              <h3 className={classes.heading}>{t('log.requestId')}</h3>
              <CopyField name="request-id" label={t('log.requestId')} value={row.request_id} />
            </section>
          )}
        </div>
      )}
    </Drawer>
  )
}
