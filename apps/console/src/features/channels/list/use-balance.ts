import { type ChannelObject } from '@weir/contract/channel'
import { updateBalance } from '@weir/contract/channels/channel-checks'
import { useState } from 'react'
import { callWhole, figureOf } from '../../../shared/api/api-client.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { List } from '../../../shared/list/state/use-list.ts'

const LOOKUP_TIMEOUT_MS = 60_000

/** Asks the provider of a row for its balance. */
export const useBalance = ({ changeRow }: List<ChannelObject>) => {
  const t = useText()
  const [pending, setPending] = useState<readonly number[]>([])
  const { mutate } = useChange({
    mutationFn: (row: ChannelObject) => callWhole(updateBalance, { params: { id: row.id } }, { timeoutMs: LOOKUP_TIMEOUT_MS }),
    onMutate: (row) => setPending((ids) => [...ids, row.id]),
    onSuccess: (reply, row) => {
      changeRow(row.id, { balance: figureOf(reply, 'balance') ?? row.balance, balance_updated_time: Math.floor(Date.now() / 1000) })
      notify.success(t('channel.balanceUpdated', { name: row.name || row.id }))
    },
    onSettled: (_reply, _error, row) => setPending((ids) => ids.filter((id) => id !== row.id)),
  })
  return { refresh: (row: ChannelObject) => mutate(row), isPending: (id: number) => pending.includes(id) }
}
