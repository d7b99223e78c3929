import { ChannelStatus, deleteChannel, editChannel, type ChannelObject } from '@weir/contract/channel'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/log-address.ts'
import { paths } from '../../shared/paths.ts'
import type { BulkAction, RowAction } from '../../shared/table/column.ts'
import type { List } from '../../shared/table/use-list.ts'
import { useRowAction } from '../../shared/table/use-row-action.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { toggledStatus } from './channel-status.ts'
import { runTest, type ChannelTests } from './use-channel-tests.ts'

const setStatus = (id: number, status: 1 | 2) => call(editChannel, { body: { id, status } })
const remove = (id: number) => call(deleteChannel, { params: { id } })

const askDelete = (t: Translate, name: string) =>
  confirm({
    title: t('channel.deleteTitle', { name }),
    hint: t('channel.deleteHint'),
    ok: t('channel.deleteOk', { name }),
    isDangerous: true,
  })

/** What can be done with one channel. */
export const useChannelActions = (list: List<ChannelObject>, tests: ChannelTests) => {
  const t = useText()
  const navigate = useNavigate()
  const toggle = useRowAction<ChannelObject, ChannelObject | null>({
    list,
    run: (row) => setStatus(row.id, toggledStatus(row.status)),
    preview: (row) => ({ status: toggledStatus(row.status) }),
    onDone: (row, saved) => list.changeRow(row.id, { status: saved?.status ?? toggledStatus(row.status) }),
  })
  const removal = useRowAction<ChannelObject, undefined>({ list, run: (row) => remove(row.id), onDone: (row) => list.removeRows([row.id]) })

  return (row: ChannelObject): readonly RowAction[] => {
    const isEnabled = row.status === ChannelStatus.enabled
    return [
      { name: 'test', label: t('channel.test'), run: () => tests.start(row), isBusy: tests.stateOf(row.id)?.kind === 'running' },
      { name: 'edit', label: t('common.edit'), run: () => void navigate(paths.channelEdit(row.id)) },
      { name: 'log', label: t('nav.log'), run: () => void navigate(logWith({ channel: row.id })) },
      {
        name: isEnabled ? 'disable' : 'enable',
        label: isEnabled ? t('common.disable') : t('common.enable'),
        run: () => toggle.start(row),
        isBusy: toggle.isPending(row.id),
      },
      {
        name: 'delete',
        label: t('common.delete'),
        isDangerous: true,
        isBusy: removal.isPending(row.id),
        run: () => void askDelete(t, row.name || String(row.id)).then((isConfirmed) => isConfirmed && removal.start(row)),
      },
    ]
  }
}

/** The same for a selection. */
export const useChannelBulkActions = (list: List<ChannelObject>, tests: ChannelTests): readonly BulkAction[] => {
  const t = useText()
  const becomes = (status: 1 | 2) => (ids: readonly number[]) => {
    for (const id of ids) list.changeRow(id, { status })
  }
  return [
    { name: 'test', label: t('channel.test'), run: async (id) => tests.passed(id, await runTest(id)), onDone: () => undefined },
    {
      name: 'enable',
      label: t('common.enable'),
      run: (id) => setStatus(id, ChannelStatus.enabled),
      onDone: becomes(ChannelStatus.enabled),
    },
    {
      name: 'disable',
      label: t('common.disable'),
      run: (id) => setStatus(id, ChannelStatus.disabled),
      onDone: becomes(ChannelStatus.disabled),
    },
    {
      name: 'delete',
      label: t('common.delete'),
      isDangerous: true,
      confirm: (count) =>
        confirm({
          title: t('channel.bulkDeleteTitle', { count }),
          hint: t('channel.deleteHint'),
          ok: t('channel.bulkDeleteOk', { count }),
          isDangerous: true,
        }),
      run: remove,
      onDone: list.removeRows,
    },
  ]
}
