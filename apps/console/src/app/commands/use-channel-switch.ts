import { useQueryClient } from '@tanstack/react-query'
import { editChannel } from '@weir/contract/channel'
import { call } from '../../shared/api/api-client.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { t } from '../../shared/i18n/language.ts'
import { Switch, toggledStatus } from '../../shared/list/actions/switch-status.ts'

interface Switched {
  readonly id: number
  readonly name: string
  readonly status: number
}

/** Switches a channel on or off from anywhere, says so, and can take it back. */
export const useChannelSwitch = () => {
  const client = useQueryClient()
  const { mutate } = useChange({
    mutationFn: ({ id, status }: Switched) => call(editChannel, { body: { id, status: toggledStatus(status) } }),
    onSuccess: (_saved, channel) => {
      const status = toggledStatus(channel.status)
      const detail = t(status === Switch.on ? 'toast.enabled' : 'toast.disabled', { name: channel.name })
      notify.success(t('common.done'), { detail, action: { label: t('common.undo'), run: () => mutate({ ...channel, status }) } })
      // A list of channels that is open behind the box.
      void client.invalidateQueries({ queryKey: ['list', 'channel'] })
    },
  })
  return mutate
}
