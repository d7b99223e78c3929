import { deleteChannel, editChannel, type ChannelObject } from '@weir/contract/channel'
import { useNavigate } from 'react-router'
import { call } from '../../../shared/api/api-client.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { BulkAction, RowAction } from '../../../shared/list/actions/action.ts'
import { useRecordActions } from '../../../shared/list/actions/use-record-actions.ts'
import type { List } from '../../../shared/list/state/use-list.ts'
import { logWith } from '../../../shared/navigation/log-address.ts'
import { editPathOf } from '../../../shared/navigation/paths.ts'
import type { ChannelTests } from './use-channel-tests.ts'

const setStatus = (id: number, status: 1 | 2) => call(editChannel, { body: { id, status } })
const remove = (id: number) => call(deleteChannel, { params: { id } })

interface Tools {
  readonly tests: ChannelTests
  readonly onProbes: (row: ChannelObject) => void
}

/** What can be done with one channel, and with a selection. */
export const useChannelActions = (list: List<ChannelObject>, { tests, onProbes }: Tools) => {
  const t = useText()
  const navigate = useNavigate()
  const record = useRecordActions({ area: 'channel', list, setStatus, remove })

  const testAction = (row: ChannelObject): RowAction => ({
    name: 'test',
    label: t('channel.test'),
    run: () => tests.start(row),
    isBusy: tests.isRunning(row.id),
  })
  const probesAction = (row: ChannelObject): RowAction => ({ name: 'probes', label: t('channel.probes'), run: () => onProbes(row) })

  const actions = (row: ChannelObject): readonly RowAction[] => [
    { ...testAction(row), variants: { label: t('channel.moreTests'), actions: [testAction(row), probesAction(row)] } },
    { name: 'edit', label: t('common.edit'), run: () => void navigate(editPathOf('channel', row.id)) },
    { name: 'log', label: t('log.title'), run: () => void navigate(logWith({ channel: row.id })) },
    record.toggleAction(row),
    record.deleteAction(row),
  ]
  const bulk: readonly BulkAction[] = [
    { name: 'test', label: t('channel.test'), run: tests.testQuietly, onDone: () => undefined },
    ...record.bulkSwitches,
    record.bulkDelete,
  ]
  return { actions, bulk }
}
