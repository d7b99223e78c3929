import { useMutation } from '@tanstack/react-query'
import { formatQuotaSum } from '@weir/contract/values/format'
import { Button } from 'antd'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import type { LogSource } from './use-log-source.ts'

/** Summing up many rows costs the server time, so it happens on request only. */
export const LogTotal = ({ total }: { readonly total: LogSource['total'] }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { mutate, data, isPending } = useMutation({ mutationFn: total })
  return (
    <Button type="text" loading={isPending} onClick={() => mutate()} data-testid="btn-total">
      {data === undefined ? t('log.total') : t('log.totalIs', { amount: formatQuotaSum(data.quota, display) })}
    </Button>
  )
}
