import { listChannels, searchChannels, type ChannelObject } from '@weir/contract/channel'
import { listChannelIds } from '@weir/contract/channels/channel-list'
import { splitList } from '@weir/contract/values/quantity'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { call, callCounted } from '../../../shared/api/api-client.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useStatus } from '../../../shared/session/use-session.ts'
import { useAddress } from '../../../shared/list/state/use-address.ts'
import { useList, type ListSource } from '../../../shared/list/state/use-list.ts'
import { ListPage } from '../../../shared/list/view/list-page.tsx'
import { deferred } from '../../../shared/ui/page/deferred.tsx'
import { useBulkChange } from '../bulk/use-bulk-change.ts'
import { ChannelFilters } from '../filters/channel-filters.tsx'
import { useChannelFilter, type ChannelFilter } from '../filters/use-channel-filter.ts'
import { useLoadChannelModels } from '../use-channel-models.ts'
import { channelColumns } from './channel-columns.tsx'
import { ChannelFooter } from './channel-footer.tsx'
import { ChannelNotice } from './channel-notice.tsx'
import { useBalance } from './use-balance.ts'
import { useChannelActions } from './use-channel-actions.ts'
import { useChannelEdit } from './use-channel-edit.ts'
import { useChannelTests } from './use-channel-tests.ts'
import { useTestRun } from './use-test-run.ts'

const BulkEditDialog = deferred(async () => (await import('../bulk/bulk-edit-dialog.tsx')).BulkEditDialog)
const ProbeDialog = deferred(async () => (await import('../test/probe-dialog.tsx')).ProbeDialog)
const RouteDialog = deferred(async () => (await import('./route-dialog.tsx')).RouteDialog)
const TestRunPanel = deferred(async () => (await import('./test-run-panel.tsx')).TestRunPanel)

const sourceOf = (filter: ChannelFilter): ListSource<ChannelObject> => ({
  name: 'channel',
  filter,
  load: ({ order: _order, signal, ...at }) => callCounted(listChannels, { query: { ...at, ...filter } }, signal && { signal }),
  search: (keyword, { signal, ...at }) => callCounted(searchChannels, { query: { keyword, ...at, ...filter } }, signal && { signal }),
  matching: (keyword) => call(listChannelIds, { query: { keyword, ...filter } }),
})

/** What may be meant in a change of many: what the rows have and what the filter names. */
const suggestionsOf = (rows: readonly ChannelObject[], filter: ChannelFilter) => {
  const namesIn = (asked: string | undefined, texts: readonly string[]) => splitList([asked ?? '', ...texts].join(','))
  return {
    models: namesIn(
      filter.model,
      rows.map(({ models }) => models),
    ),
    groups: namesIn(
      filter.group,
      rows.map(({ group }) => group),
    ),
    tags: namesIn(
      filter.tag,
      rows.map(({ tag }) => tag ?? ''),
    ),
  }
}

interface Selected {
  readonly ids: readonly number[]
  readonly clear: () => void
}

/** Says what a failed request does here, as far as the server has told. */
const useHint = (): string => {
  const t = useText()
  const count = useStatus()?.retry_times
  if (count === undefined) return t('channel.hint')
  return count > 0 ? t('channel.hint.retries', { count }) : t('channel.hint.noRetries')
}

/** A model in the address is asked for at once; the button begins with none. */
const useRouteQuestion = () => {
  const [params, change] = useAddress()
  const [isAsking, setIsAsking] = useState(false)
  const model = params.get('route') ?? undefined
  return {
    model: model ?? (isAsking ? '' : undefined),
    ask: () => setIsAsking(true),
    close: () => {
      setIsAsking(false)
      if (model !== undefined) change({ route: '' }, { replace: true })
    },
  }
}

export const ChannelListPage = () => {
  const t = useText()
  const { model, ask, close } = useRouteQuestion()
  const [probed, setProbed] = useState<ChannelObject>()
  const [edited, setEdited] = useState<Selected>()
  const narrowing = useChannelFilter()
  const { filter } = narrowing
  const list = useList(useMemo(() => sourceOf(filter), [filter]))
  const tests = useChannelTests(list)
  const run = useTestRun(list, tests)
  const columns = channelColumns({ t, tests, balances: useBalance(list), edit: useChannelEdit(list) })
  useLoadChannelModels({ enabled: true })
  const change = useBulkChange(list.refresh)
  const routeButton = (
    <Button onClick={ask} data-testid="btn-route">
      {t('channel.route.open')}
    </Button>
  )
  return (
    <ListPage
      area="channel"
      hint={useHint()}
      action={routeButton}
      list={list}
      columns={columns}
      rowName={(row) => row.name || String(row.id)}
      filters={<ChannelFilters keyword={list.address.keyword} state={narrowing} />}
      onClearFilters={narrowing.isSet ? narrowing.clear : undefined}
      {...useChannelActions(list, {
        tests,
        onProbes: setProbed,
        onEdit: (ids, clear) => setEdited({ ids, clear }),
        onSwitch: (ids, status, clear) => change.start({ ids, edit: { status } }, clear),
      })}
      footer={
        <ChannelFooter
          list={list}
          isNarrowed={narrowing.isSet || list.address.keyword !== ''}
          isBusy={run.isStarting || run.progress?.is_running === true}
          onTest={run.start}
        />
      }
    >
      <ChannelNotice />
      {run.progress && <TestRunPanel progress={run.progress} onDismiss={run.dismiss} />}
      {probed && (
        <ProbeDialog channel={probed} onTested={(outcome) => tests.ended(probed.id, outcome)} onClose={() => setProbed(undefined)} />
      )}
      {edited && (
        <BulkEditDialog
          ids={edited.ids}
          suggestions={suggestionsOf(list.rows, filter)}
          change={change}
          onClose={(isChanged) => {
            setEdited(undefined)
            if (isChanged) edited.clear()
          }}
        />
      )}
      {model !== undefined && <RouteDialog askedModel={model} onClose={close} />}
    </ListPage>
  )
}
