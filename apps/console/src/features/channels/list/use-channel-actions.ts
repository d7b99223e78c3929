import { copyChannel, deleteChannel, deleteChannels, editChannel, type ChannelObject } from '@weir/contract/channel'
import { useNavigate } from 'react-router'
import { call } from '../../../shared/api/api-client.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { BulkAction, RowAction } from '../../../shared/list/actions/action.ts'
import { useRecordActions } from '../../../shared/list/actions/use-record-actions.ts'
import { useRowAction } from '../../../shared/list/actions/use-row-action.ts'
import type { List } from '../../../shared/list/state/use-list.ts'
import { logWith } from '../../../shared/navigation/log-address.ts'
import { editPathOf, keyPathOf } from '../../../shared/navigation/paths.ts'
import type { ChannelTests } from './use-channel-tests.ts'

const setStatus = (id: number, status: 1 | 2) => call(editChannel, { body: { id, status } })
const remove = (id: number) => call(deleteChannel, { params: { id } })
const removeMany = (ids: readonly number[]) => call(deleteChannels, { body: { ids: [...ids] } })

interface Tools {
  readonly tests: ChannelTests
  readonly onProbes: (row: ChannelObject) => void
  readonly onEdit: (ids: readonly number[], clear: () => void) => void
  readonly onSwitch: (ids: readonly number[], status: 1 | 2, clear: () => void) => void
}

const useCopy = (list: List<ChannelObject>) => {
  const t = useText()
  const suffix = t('channel.copySuffix')
  const copy = useRowAction<ChannelObject, unknown>({
    list,
    run: ({ id }) => call(copyChannel, { params: { id }, query: { suffix } }),
    told: ({ id, name }) => t('toast.copied', { name: name || id }),
    onDone: () => list.refresh(),
  })
  return (row: ChannelObject): RowAction => ({
    name: 'copy',
    label: t('channel.copy'),
    run: () => copy.start(row),
    isBusy: copy.isPending(row.id),
  })
}

/** What can be done with one channel, and with a selection. */
export const useChannelActions = (list: List<ChannelObject>, { tests, onProbes, onEdit, onSwitch }: Tools) => {
  const t = useText()
  const navigate = useNavigate()
  const record = useRecordActions({ area: 'channel', list, setStatus, remove, removeMany })
  const copyAction = useCopy(list)

  const testAction = (row: ChannelObject): RowAction => ({
    name: 'test',
    label: t('channel.test'),
    run: () => tests.start(row),
    isBusy: tests.isRunning(row.id),
  })
  const probesAction = (row: ChannelObject): RowAction => ({ name: 'probes', label: t('channel.probes'), run: () => onProbes(row) })
  const editAction = (row: ChannelObject): RowAction => ({
    name: 'edit',
    label: t('common.edit'),
    run: () => void navigate(editPathOf('channel', row.id)),
  })
  const keyAction = ({ id }: ChannelObject): RowAction => ({
    name: 'key',
    label: t('channel.replaceKey'),
    run: () => void navigate(keyPathOf(id)),
  })

  const actions = (row: ChannelObject): readonly RowAction[] => [
    { ...testAction(row), variants: { label: t('channel.moreTests'), actions: [testAction(row), probesAction(row)] } },
    { ...editAction(row), variants: { label: t('common.more'), actions: [editAction(row), keyAction(row), copyAction(row)] } },
    { name: 'log', label: t('log.title'), run: () => void navigate(logWith({ channel: row.id })) },
    record.toggleAction(row),
    record.deleteAction(row),
  ]
  const bulk: readonly BulkAction[] = [
    { name: 'edit', label: t('channel.bulk.open'), start: onEdit },
    { name: 'test', label: t('channel.test'), run: tests.testQuietly, onDone: () => undefined },
    { name: 'enable', label: t('common.enable'), start: (ids, clear) => onSwitch(ids, 1, clear) },
    { name: 'disable', label: t('common.disable'), start: (ids, clear) => onSwitch(ids, 2, clear) },
    record.bulkDelete,
  ]
  return { actions, bulk }
}
