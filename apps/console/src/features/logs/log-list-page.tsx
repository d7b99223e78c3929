import { LogType, type LogObject } from '@weir/contract/log'
import { isAdmin as isAdminRole } from '@weir/contract/user'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { changedParams } from '../../shared/list/state/changed-params.ts'
import { useList } from '../../shared/list/state/use-list.ts'
import { ListView } from '../../shared/list/view/list-view.tsx'
import { useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { logColumns } from './log-columns.tsx'
import { LogDrawer } from './log-drawer.tsx'
import { emptyDraft, filterParams, isNarrowed, parseLogFilter, type DraftFilter } from './log-filter.ts'
import { LogFilters } from './log-filters.tsx'
import { LogTotal } from './log-total.tsx'
import { useLogExport } from './use-log-export.ts'
import { useLogSource, type LogSource } from './use-log-source.ts'

/** The filter lives in the address, so that Back, reload and a copied link show the same rows. */
const useFilter = () => {
  const [params, setParams] = useSearchParams()
  const search = changedParams(params, { page: '' }).toString()
  const filter = useMemo(() => parseLogFilter(new URLSearchParams(search)), [search])
  const change = useCallback(
    (values: Readonly<Record<string, string>>) => setParams((current) => changedParams(current, values), { preventScrollReset: true }),
    [setParams],
  )
  return {
    filter,
    setType: (type: number) => change({ type: type === LogType.all ? '' : String(type), page: '' }),
    apply: (draft: DraftFilter) => change(filterParams(draft)),
    clear: () => change({ ...filterParams(emptyDraft), type: '' }),
  }
}

const ExportButton = ({ load, isAdmin }: { readonly load: LogSource['load']; readonly isAdmin: boolean }) => {
  const t = useText()
  const { start, stop, isPending, count } = useLogExport(load, isAdmin)
  return (
    <Button type="text" icon={<Icon name="download" size={16} />} onClick={isPending ? stop : start} data-testid="btn-export">
      {isPending ? t('log.exporting', { count }) : t('log.export')}
    </Button>
  )
}

export const LogListPage = () => {
  const t = useText()
  const user = useUser()
  const isAdmin = user !== undefined && isAdminRole(user.role)
  const { filter, setType, apply, clear } = useFilter()
  const { source, load, total } = useLogSource(filter, isAdmin)
  const list = useList(source)
  const [open, setOpen] = useState<LogObject>()
  const columns = useMemo(() => logColumns(t, { isAdmin, onOpen: setOpen }), [t, isAdmin])
  const narrowed = isNarrowed(filter)
  const clearButton = (
    <Button onClick={clear} data-testid="btn-clear-empty">
      {t('log.clear')}
    </Button>
  )
  return (
    <>
      <PageHeader hint={t('log.hint')} />
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => String(row.id)}
        filters={<LogFilters filter={filter} isAdmin={isAdmin} onType={setType} onApply={apply} onClear={clear} />}
        empty={
          narrowed
            ? { title: t('state.nothingFound'), hint: t('log.narrowedHint'), action: clearButton }
            : { title: t('log.empty'), hint: t('log.emptyHint') }
        }
        footer={
          <>
            <LogTotal key={JSON.stringify(filter)} total={total} />
            <ExportButton load={load} isAdmin={isAdmin} />
          </>
        }
      />
      <LogDrawer row={open} isAdmin={isAdmin} onClose={() => setOpen(undefined)} />
    </>
  )
}
