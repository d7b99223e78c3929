import { isAdmin as isAdminRole } from '@weir/contract/user'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useLanguagePack, useText } from '../../shared/i18n/use-text.ts'
import { changedParams } from '../../shared/list/state/changed-params.ts'
import { useAddress } from '../../shared/list/state/use-address.ts'
import { useList } from '../../shared/list/state/use-list.ts'
import { useOpenEntry } from '../../shared/list/state/use-open-entry.ts'
import { ListView } from '../../shared/list/view/list-view.tsx'
import { useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { logColumns } from './log-columns.tsx'
import { LogDrawer } from './entry/log-drawer.tsx'
import { emptyDraft, filterParams, isNarrowed, parseLogFilter, type DraftFilter } from './filter/log-filter.ts'
import { LogFilters } from './filter/log-filters.tsx'
import type { Chosen } from './filter/outcome-fields.tsx'
import { SavedFilters } from './saved/saved-filters.tsx'
import { LogTotal } from './log-total.tsx'
import { useLogExport } from './use-log-export.ts'
import { useLogSource, type LogSource } from './use-log-source.ts'

/** What is not narrowed leaves no trace in the address. */
const textsOf = (chosen: Chosen): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, value === 0 ? '' : String(value)]))

/** The filter lives in the address, so that Back, reload and a copied link show the same rows. */
const useFilter = () => {
  const [params, change] = useAddress()
  const search = changedParams(params, { page: '', entry: '' }).toString()
  const filter = useMemo(() => parseLogFilter(new URLSearchParams(search)), [search])
  return {
    filter,
    search,
    /** Takes the place of the whole filter. */
    open: (query: string) =>
      change({ ...Object.fromEntries([...params.keys()].map((name) => [name, ''])), ...Object.fromEntries(new URLSearchParams(query)) }),
    choose: (chosen: Chosen) => change({ ...textsOf(chosen), page: '' }),
    apply: (draft: DraftFilter) => change(filterParams(draft)),
    clear: () => change({ ...filterParams(emptyDraft), type: '', outcome: '', fault: '', attempts: '' }),
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
  const { t, language } = useLanguagePack()
  const user = useUser()
  const isAdmin = user !== undefined && isAdminRole(user.role)
  const { filter, search, open: openFilter, choose, apply, clear } = useFilter()
  const { source, load, total } = useLogSource(filter, isAdmin)
  const list = useList(source)
  const { id, open, close } = useOpenEntry()
  const columns = useMemo(() => logColumns({ t, language }, { isAdmin, onOpen: open }), [t, language, isAdmin, open])
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
        filters={
          <LogFilters filter={filter} isAdmin={isAdmin} onChoose={choose} onApply={apply} onClear={clear}>
            <SavedFilters query={search} onOpen={openFilter} />
          </LogFilters>
        }
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
      <LogDrawer id={id} row={list.rows.find((row) => row.id === id)} isAdmin={isAdmin} onClose={close} />
    </>
  )
}
