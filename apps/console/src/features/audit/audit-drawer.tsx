import { listAudit, type AuditObject } from '@weir/contract/audit'
import { Drawer, Skeleton } from 'antd'
import { Link } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { TimeCell } from '../../shared/ui/cells/cells.tsx'
import { Fact, Facts } from '../../shared/ui/facts/facts.tsx'
import { FailedState, State } from '../../shared/ui/page/state.tsx'
import { changedValues } from './changed-values.ts'
import classes from './audit.module.css'

const CREDENTIALS = {
  session: 'audit.credential.session',
  'access-token': 'audit.credential.access-token',
  command: 'audit.credential.command',
} as const

const isKnown = (credential: string): credential is keyof typeof CREDENTIALS => Object.hasOwn(CREDENTIALS, credential)

const Values = ({ row }: { readonly row: AuditObject }) => {
  const t = useText()
  const values = changedValues(row.before, row.after)
  if (values.length === 0) return <p className={classes.quiet}>{t('audit.noValues')}</p>
  return (
    <table className={classes.values} data-testid="audit-values">
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ name, before, after, isChanged }) => (
          <tr key={name} data-changed={isChanged}>
            <th scope="row">{name || t('audit.value')}</th>
            <td>{before || '–'}</td>
            <td>{after || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Body = ({ row }: { readonly row: AuditObject }) => {
  const t = useText()
  return (
    <div className={classes.entry} data-testid="audit-drawer">
      <Facts>
        <Fact label={t('audit.time')}>
          <TimeCell time={row.created_at} />
        </Fact>
        <Fact label={t('audit.actor')}>
          {row.actor_id === 0 ? row.actor_name : <Link to={editPathOf('user', row.actor_id)}>{row.actor_name}</Link>}
        </Fact>
        <Fact label={t('audit.credential')}>{isKnown(row.credential) ? t(CREDENTIALS[row.credential]) : row.credential}</Fact>
        {row.address !== '' && <Fact label={t('audit.address')}>{row.address}</Fact>}
        <Fact label={t('audit.action')}>{row.action}</Fact>
        <Fact label={t('audit.object')}>{row.object || '–'}</Fact>
        <Fact label={t('audit.ordinal')}>{row.ordinal === 0 ? t('audit.unchained') : row.ordinal}</Fact>
      </Facts>
      <Values row={row} />
      {row.request_id !== '' && (
        <section>
          <h3 className={classes.heading}>{t('audit.requestId')}</h3>
          <CopyField name="request-id" label={t('audit.requestId')} value={row.request_id} />
        </section>
      )}
      {row.hash !== '' && (
        <section>
          <h3 className={classes.heading}>{t('audit.hash')}</h3>
          <CopyField name="hash" label={t('audit.hash')} value={row.hash} />
        </section>
      )}
    </div>
  )
}

interface Props {
  /** 0 while nothing is open. */
  readonly id: number
  /** As the list shows it, where it is on the page. */
  readonly row: AuditObject | undefined
  readonly onClose: () => void
}

export const AuditDrawer = ({ id, row, onClose }: Props) => {
  const t = useText()
  const found = useEndpoint(
    listAudit,
    { query: { before_id: id + 1, page_size: 1 } },
    { enabled: id !== 0 && row === undefined, isOptional: true },
  )
  const shown = row ?? found.data?.find((entry) => entry.id === id)
  const isMissing = shown === undefined && found.isSuccess
  return (
    <Drawer open={id !== 0} onClose={onClose} title={t('audit.entry', { id })} size={560} destroyOnHidden>
      {shown !== undefined && <Body row={shown} />}
      {shown === undefined && found.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {shown === undefined && found.isError && <FailedState onRetry={() => void found.refetch()} />}
      {isMissing && <State drawing="dry" title={t('audit.gone')} testId="state-gone" />}
    </Drawer>
  )
}
