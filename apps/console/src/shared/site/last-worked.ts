import { LogType, listOwnLogs } from '@weir/contract/log'
import { useEndpoint } from '../api/use-endpoint.ts'

export interface LastWorked {
  readonly model: string
  readonly tokenName: string
}

/** The model and the token of the reader's last request that was answered: the likeliest to answer again. */
export const useLastWorked = (): { readonly value: LastWorked | undefined; readonly isLoading: boolean } => {
  const query = { p: 0, page_size: 1, type: LogType.consume, outcome: 'ok' } as const
  const { data, isLoading } = useEndpoint(listOwnLogs, { query }, { isOptional: true })
  const row = data?.[0]
  return { value: row === undefined ? undefined : { model: row.model_name, tokenName: row.token_name }, isLoading }
}
