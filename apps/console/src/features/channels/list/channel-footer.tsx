import { ChannelStatus, deleteDisabledChannels, searchChannels, type ChannelObject } from '@weir/contract/channel'
import { Button } from 'antd'
import { call } from '../../../shared/api/api-client.ts'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { useReportFailure } from '../../../shared/api/use-report-failure.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { List } from '../../../shared/list/state/use-list.ts'
import { someNames } from '../bulk/use-bulk-change.ts'

const OFF = `${ChannelStatus.disabled},${ChannelStatus.autoDisabled}`

interface Props {
  readonly list: List<ChannelObject>
  /** The list shows some of the channels only. */
  readonly isNarrowed: boolean
  readonly isBusy: boolean
  readonly onTest: (scope: 'all' | 'disabled') => void
}

/** What is done to many channels at once without choosing them. */
export const ChannelFooter = ({ list, isNarrowed, isBusy, onTest }: Props) => {
  const t = useText()
  const reportFailure = useReportFailure()
  const removal = useAction(deleteDisabledChannels, {
    success: false,
    onDone: (count) => {
      notify.success(t('channel.disabledDeleted', { count }))
      list.refresh()
    },
  })
  const ask = async () => {
    const isWhole = !isNarrowed && list.total === list.rows.length
    const known = isWhole || list.total === undefined ? list.rows : await call(searchChannels, { query: { keyword: '', status: OFF } })
    const off = known.filter(({ status }) => status !== ChannelStatus.enabled)
    const named = off.length === 0 ? '' : t('channel.disabledNames', { count: off.length, names: someNames(off) })
    const hint = `${named} ${t('channel.deleteDisabledHint')}`.trim()
    const question = { title: t('channel.deleteDisabledTitle'), hint, ok: t('channel.deleteDisabled') }
    if (await confirm({ ...question, isDangerous: true })) removal.mutate({})
  }
  return (
    <>
      <Button type="text" disabled={isBusy} onClick={() => onTest('all')} data-testid="btn-test-all">
        {t('channel.testAll')}
      </Button>
      <Button type="text" disabled={isBusy} onClick={() => onTest('disabled')} data-testid="btn-test-disabled">
        {t('channel.testDisabled')}
      </Button>
      <Button type="text" disabled={removal.isPending} onClick={() => void ask().catch(reportFailure)} data-testid="btn-delete-disabled">
        {t('channel.deleteDisabled')}
      </Button>
    </>
  )
}
