import { listOwnLogs, LogType } from '@weir/contract/log'
import { LOG_QUOTA_DECIMALS, formatNumber, formatQuota, formatSeconds } from '@weir/contract/values/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import classes from './playground.module.css'

const AGAIN_MS = 500
/** The row is written with the last byte; where the operator keeps no log there is none. */
const MOST_TRIES = 6

/** What the call cost, from its row in the log. */
export const AnswerCost = ({ requestId }: { readonly requestId: string }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const { data } = useQuery({
    queryKey: ['playground-cost', requestId],
    queryFn: async ({ signal }) => {
      const query = { p: 0, page_size: 1, type: LogType.consume, request_id: requestId }
      return (await call(listOwnLogs, { query }, { signal }))[0] ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (!state.data && state.dataUpdateCount < MOST_TRIES ? AGAIN_MS : false),
    meta: { isOptional: true },
  })
  if (!data) return null
  return (
    <span className={classes.cost} data-testid="playground-cost">
      <Link to={logWith({ request_id: requestId })}>{formatQuota(data.quota, display, LOG_QUOTA_DECIMALS)}</Link>
      <span>{t('playground.tokens', { input: formatNumber(data.prompt_tokens), output: formatNumber(data.completion_tokens) })}</span>
      <span>{formatSeconds(data.elapsed_time)}</span>
    </span>
  )
}
