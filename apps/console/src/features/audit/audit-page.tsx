import { getAuditHead, listAudit, type AuditObject } from '@weir/contract/audit'
import { formatNumber } from '@weir/contract/values/format'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { callCounted } from '../../shared/api/api-client.ts'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { changedParams } from '../../shared/list/state/changed-params.ts'
import { useAddress } from '../../shared/list/state/use-address.ts'
import { useList, type ListSource } from '../../shared/list/state/use-list.ts'
import { useOpenEntry } from '../../shared/list/state/use-open-entry.ts'
import { ListView } from '../../shared/list/view/list-view.tsx'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { emptyFilter, filterParams, isNarrowed, parseAuditFilter, queryOf, type AuditFilter } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { useAuditExport } from './use-audit-export.ts'
import classes from './audit.module.css'

/** The filter lives in the address, so that Back, reload and a copied link show the same rows. */
const useFilter = () => {
  const [params, change] = useAddress()
  const search = changedParams(params, { page: '', entry: '' }).toString()
  const filter = useMemo(() => parseAuditFilter(new URLSearchParams(search)), [search])
  const apply = useCallback((asked: Partial<AuditFilter>) => change(filterParams(asked)), [change])
  return { filter, apply, clear: () => apply(emptyFilter) }
}

const ExportButtons = ({ filter }: { readonly filter: AuditFilter }) => {
  const t = useText()
  const { start, stop, isPending, count } = useAuditExport(filter)
  const icon = <Icon name="download" size={16} />
  if (isPending)
    return (
      <Button type="text" icon={icon} onClick={stop} data-testid="btn-export-stop">
        {t('audit.exporting', { count })}
      </Button>
    )
  return (
    <>
      <Button type="text" icon={icon} onClick={() => start('csv')} data-testid="btn-export-csv">
        {t('audit.exportCsv')}
      </Button>
      <Button type="text" icon={icon} onClick={() => start('ndjson')} data-testid="btn-export-ndjson">
        {t('audit.exportNdjson')}
      </Button>
    </>
  )
}

const Head = ({ head }: { readonly head: { readonly entries: number; readonly hash: string } }) => {
  const t = useText()
  return (
    <section className={classes.head} aria-label={t('audit.head')}>
      <h3 className={classes.heading}>{t('audit.head')}</h3>
      <CopyField name="head" label={t('audit.head')} value={head.hash} />
      <p className={classes.quiet}>{t('audit.headHint', { count: formatNumber(head.entries) })}</p>
    </section>
  )
}

export const AuditPage = () => {
  const t = useText()
  const { filter, apply, clear } = useFilter()
  const source = useMemo<ListSource<AuditObject>>(
    () => ({
      name: 'audit',
      filter,
      refreshes: 'first',
      load: ({ order: _order, signal, ...at }) => callCounted(listAudit, { query: { ...at, ...queryOf(filter) } }, signal && { signal }),
    }),
    [filter],
  )
  const list = useList(source)
  const head = useEndpoint(getAuditHead, {}, { isFresh: true }).data
  const { id, open, close } = useOpenEntry()
  const columns = useMemo(() => auditColumns(t, open), [t, open])
  return (
    <>
      <PageHeader hint={t('audit.hint')} />
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => String(row.id)}
        filters={<AuditFilters filter={filter} actions={head?.actions ?? []} onApply={apply} onClear={clear} />}
        empty={
          isNarrowed(filter)
            ? { title: t('state.nothingFound'), hint: t('audit.narrowedHint'), action: <Button onClick={clear}>{t('audit.clear')}</Button> }
            : { title: t('audit.empty'), hint: t('audit.emptyHint') }
        }
        footer={<ExportButtons filter={filter} />}
      />
      {head && <Head head={head} />}
      <AuditDrawer id={id} row={list.rows.find((row) => row.id === id)} onClose={close} />
    </>
  )
}
