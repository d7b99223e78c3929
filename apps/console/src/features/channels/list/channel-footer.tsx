import { deleteDisabledChannels } from '@weir/contract/channel'
import { Button } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'

interface Props {
  readonly isBusy: boolean
  readonly onTest: (scope: 'all' | 'disabled') => void
  readonly onDeleted: () => void
}

/** What is done to many channels at once without choosing them. */
export const ChannelFooter = ({ isBusy, onTest, onDeleted }: Props) => {
  const t = useText()
  const removal = useAction(deleteDisabledChannels, {
    success: false,
    onDone: (count) => {
      notify.success(t('channel.disabledDeleted', { count }))
      onDeleted()
    },
  })
  const ask = async () => {
    const question = { title: t('channel.deleteDisabledTitle'), hint: t('channel.deleteDisabledHint'), ok: t('channel.deleteDisabled') }
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
      <Button type="text" disabled={removal.isPending} onClick={() => void ask()} data-testid="btn-delete-disabled">
        {t('channel.deleteDisabled')}
      </Button>
    </>
  )
}
