import { listChannels, searchChannels, type ChannelObject } from '@weir/contract/channel'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { ListView } from '../../shared/table/list-view.tsx'
import { useList, type ListSource } from '../../shared/table/use-list.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { channelColumns } from './channel-columns.tsx'
import { ChannelFooter } from './channel-footer.tsx'
import { ChannelNotice } from './channel-notice.tsx'
import classes from './channels.module.css'
import { RouteDialog } from './route-dialog.tsx'
import { TestRunPanel } from './test-run-panel.tsx'
import { useBalance } from './use-balance.ts'
import { useChannelActions, useChannelBulkActions } from './use-channel-actions.ts'
import { useChannelEdit } from './use-channel-edit.ts'
import { useLoadChannelModels } from './use-channel-models.ts'
import { useChannelTests } from './use-channel-tests.ts'
import { useTestRun } from './use-test-run.ts'

const source: ListSource<ChannelObject> = {
  name: 'channel',
  load: ({ p, signal }) => call(listChannels, { query: { p } }, signal && { signal }),
  search: (keyword, signal) => call(searchChannels, { query: { keyword } }, signal && { signal }),
}

export const ChannelListPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const list = useList(source)
  const tests = useChannelTests(list)
  const run = useTestRun(list, tests)
  const columns = channelColumns({ t, tests, balances: useBalance(list), edit: useChannelEdit(list) })
  const actions = useChannelActions(list, tests)
  const bulk = useChannelBulkActions(list, tests)
  const create = useCallback(() => void navigate(paths.channelAdd), [navigate])
  useLoadChannelModels({ enabled: true })
  const createButton = (testId: string) => (
    <Button type="primary" onClick={create} data-testid={testId}>
      {t('channel.create')}
    </Button>
  )
  const heading = (
    <div className={classes.heading}>
      <Button onClick={() => setIsAsking(true)} data-testid="btn-route">
        {t('channel.route.open')}
      </Button>
      {createButton('btn-create')}
    </div>
  )
  return (
    <>
      <PageHeader title={t('channel.title')} hint={t('channel.hint')} action={heading} />
      <ChannelNotice />
      {run.progress && <TestRunPanel progress={run.progress} onDismiss={run.dismiss} />}
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => row.name || String(row.id)}
        actions={actions}
        bulk={bulk}
        searchHint={t('channel.search')}
        empty={{ title: t('channel.empty'), hint: t('channel.emptyHint'), action: createButton('btn-create-first') }}
        add={{ label: t('channel.create'), run: create }}
        footer={<ChannelFooter isBusy={run.isStarting || run.progress?.is_running === true} onTest={run.start} onDeleted={list.refresh} />}
      />
      {isAsking && <RouteDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}
