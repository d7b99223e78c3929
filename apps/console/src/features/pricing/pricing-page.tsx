import { listModelPrices } from '@weir/contract/prices/model-prices'
import { isAdmin as isAdminRole, isRoot as isRootRole } from '@weir/contract/user'
import { Button } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { Navigate } from 'react-router'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { toCsv } from '../../shared/browser/csv.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { SkeletonRows } from '../../shared/list/view/skeleton-rows.tsx'
import { authPaths } from '../../shared/navigation/paths.ts'
import { useStatus, useUser } from '../../shared/session/use-session.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState, State } from '../../shared/ui/page/state.tsx'
import { rowForGroup } from './group-price.ts'
import { ImportDialog } from './import-dialog.tsx'
import { priceColumns } from './price-columns.tsx'
import { priceCsvRows } from './price-csv.ts'
import { PriceDrawer } from './price-drawer.tsx'
import { filteredPrices, isNarrowed, type PriceRow } from './price-filter.ts'
import { PriceFilters } from './price-filters.tsx'
import { PriceNews } from './price-news.tsx'
import { PriceTable } from './price-table.tsx'
import classes from './pricing.module.css'
import { RepriceButton } from './reprice/reprice-dialog.tsx'
import { usePriceFilter } from './use-price-filter.ts'

const SKELETON_COLUMNS = 6

const NO_GROUPS: readonly { readonly name: string; readonly ratio: number }[] = []

const usePrices = () => {
  const query = useEndpoint(listModelPrices, {})
  const { data } = query
  const rows = useMemo((): readonly PriceRow[] => (data?.models ?? []).map((row, at) => ({ ...row, id: at + 1 })), [data])
  return { query, rows, groups: data?.groups ?? NO_GROUPS, policy: data?.unpriced_policy ?? '' }
}

interface ActionsProps {
  readonly rows: readonly PriceRow[]
  readonly onImport: () => void
}

const Actions = ({ rows, onImport }: ActionsProps) => {
  const t = useText()
  const priced = rows.filter((row) => row.is_priced).map(({ model, charged_as: [name = model] = [] }) => name)
  return (
    <div className={classes.actions}>
      <RepriceButton models={priced} />
      <Button onClick={onImport} data-testid="btn-import">
        {t('pricing.import')}
      </Button>
    </div>
  )
}

/** What root alone does here. */
const RootHeader = ({ rows }: { readonly rows: readonly PriceRow[] }) => {
  const t = useText()
  const [list, setList] = useState<string>()
  return (
    <>
      <PageHeader hint={t('pricing.hint')} action={<Actions rows={rows} onImport={() => setList('')} />} />
      <PriceNews onList={setList} />
      {list !== undefined && <ImportDialog key={list} list={list} onClose={() => setList(undefined)} />}
    </>
  )
}

interface PricesProps {
  readonly isAdmin: boolean
  readonly isRoot: boolean
}

const Prices = ({ isAdmin, isRoot }: PricesProps) => {
  const t = useText()
  const { query, rows: all, groups, policy } = usePrices()
  const { filter, change, clear, page, setPage } = usePriceFilter()
  const applied = useDeferredValue(filter)
  const group = isAdmin ? groups.find(({ name }) => name === applied.group) : groups[0]
  const rows = useMemo(() => all.map((row) => rowForGroup(row, group?.name)), [all, group?.name])
  const found = useMemo(() => filteredPrices(rows, applied), [rows, applied])
  const [open, setOpen] = useState<string>()
  const ratio = group?.ratio ?? 1
  const columns = useMemo(
    () => priceColumns({ t, isAdmin, ratio, policy, onOpen: ({ model }) => setOpen(model) }),
    [t, isAdmin, ratio, policy],
  )

  const body = () => {
    if (query.data === undefined && query.isError) return <FailedState onRetry={() => void query.refetch()} />
    if (query.data === undefined) return <SkeletonRows columns={SKELETON_COLUMNS} isStacked={false} />
    if (rows.length === 0) return <State drawing="dry" title={t('pricing.empty')} hint={t('pricing.emptyHint')} testId="state-empty" />
    if (found.length === 0) {
      const action = <Button onClick={clear}>{t('pricing.clear')}</Button>
      return <State drawing="dry" title={t('state.nothingFound')} hint={t('pricing.narrowedHint')} action={action} testId="state-empty" />
    }
    const csv = () => downloadText('weir-prices.csv', toCsv(priceCsvRows(found, { ratio, isAdmin })), 'text/csv')
    const footer = (
      <Button type="text" icon={<Icon name="download" size={16} />} onClick={csv} data-testid="btn-export">
        {t('pricing.export')}
      </Button>
    )
    return <PriceTable rows={found} all={rows.length} columns={columns} page={page} onPage={setPage} footer={footer} />
  }

  const note = !isAdmin && group !== undefined && ratio !== 1 ? ` ${t('pricing.hintRatio', { group: group.name, ratio })}` : ''
  return (
    <>
      {isRoot ? <RootHeader rows={rows} /> : <PageHeader hint={`${t('pricing.hint')}${note}`} />}
      <section className={classes.surface} aria-busy={query.isFetching}>
        {(rows.length > 0 || isNarrowed(filter)) && (
          <PriceFilters rows={rows} groups={groups} filter={filter} isAdmin={isAdmin} onChange={change} onClear={clear} />
        )}
        {body()}
      </section>
      <PriceDrawer
        row={rows.find(({ model }) => model === open)}
        ratio={ratio}
        policy={policy}
        isAdmin={isAdmin}
        isRoot={isRoot}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

/** Visitors see it where the operator allows it; everyone else signs in first. */
export const PricingPage = () => {
  const user = useUser()
  const status = useStatus()
  if (user === undefined && status === undefined) return null
  if (user === undefined && status?.pricing_public !== true) return <Navigate to={authPaths.login} replace />
  return <Prices isAdmin={user !== undefined && isAdminRole(user.role)} isRoot={user !== undefined && isRootRole(user.role)} />
}
