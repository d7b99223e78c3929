import { listChannels, searchChannels, type ChannelObject } from '@weir/contract/channel'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../shared/api/api-client.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useStatus } from '../../../shared/session/use-session.ts'
import { changedParams } from '../../../shared/list/state/changed-params.ts'
import { useList, type ListSource } from '../../../shared/list/state/use-list.ts'
import { ListPage } from '../../../shared/list/view/list-page.tsx'
import { useLoadChannelModels } from '../use-channel-models.ts'
import { ProbeDialog } from '../test/probe-dialog.tsx'
import { channelColumns } from './channel-columns.tsx'
import { ChannelFooter } from './channel-footer.tsx'
import { ChannelNotice } from './channel-notice.tsx'
import { RouteDialog } from './route-dialog.tsx'
import { TestRunPanel } from './test-run-panel.tsx'
import { useBalance } from './use-balance.ts'
import { useChannelActions } from './use-channel-actions.ts'
import { useChannelEdit } from './use-channel-edit.ts'
import { useChannelTests } from './use-channel-tests.ts'
import { useTestRun } from './use-test-run.ts'

const source: ListSource<ChannelObject> = {
  name: 'channel',
  load: ({ p, signal }) => call(listChannels, { query: { p } }, signal && { signal }),
  search: (keyword, signal) => call(searchChannels, { query: { keyword } }, signal && { signal }),
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
  const [params, setParams] = useSearchParams()
  const [isAsking, setIsAsking] = useState(false)
  const model = params.get('route') ?? undefined
  return {
    model: model ?? (isAsking ? '' : undefined),
    ask: () => setIsAsking(true),
    close: () => {
      setIsAsking(false)
      if (model !== undefined) setParams((current) => changedParams(current, { route: '' }), { replace: true })
    },
  }
}

export const ChannelListPage = () => {
  const t = useText()
  const { model, ask, close } = useRouteQuestion()
  const [probed, setProbed] = useState<ChannelObject>()
  const list = useList(source)
  const tests = useChannelTests(list)
  const run = useTestRun(list, tests)
  const columns = channelColumns({ t, tests, balances: useBalance(list), edit: useChannelEdit(list) })
  useLoadChannelModels({ enabled: true })
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
      {...useChannelActions(list, { tests, onProbes: setProbed })}
      footer={<ChannelFooter isBusy={run.isStarting || run.progress?.is_running === true} onTest={run.start} onDeleted={list.refresh} />}
    >
      <ChannelNotice />
      {run.progress && <TestRunPanel progress={run.progress} onDismiss={run.dismiss} />}
      {probed && (
        <ProbeDialog channel={probed} onTested={(outcome) => tests.ended(probed.id, outcome)} onClose={() => setProbed(undefined)} />
      )}
      {model !== undefined && <RouteDialog askedModel={model} onClose={close} />}
    </ListPage>
  )
}
