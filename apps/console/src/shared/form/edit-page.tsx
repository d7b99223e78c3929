import type { DataOf, EndpointDefinition } from '@weir/contract/endpoint'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { CallInput } from '../api/api-client.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { useCurrentPageTitle } from '../navigation/page-title.ts'
import { PageLoading } from '../ui/page/page-loading.tsx'
import { FailedState } from '../ui/page/state.tsx'

interface Props<D extends EndpointDefinition> {
  readonly endpoint: D
  readonly input: (id: string) => CallInput<D>
  readonly children: (record: NonNullable<DataOf<D>>) => ReactNode
}

/** Loads the record that the address names, afresh each time: a form must not start from an older answer. */
export const EditPage = <const D extends EndpointDefinition>({ endpoint, input, children }: Props<D>) => {
  const { id = '' } = useParams()
  const title = useCurrentPageTitle()
  const { data, isError, refetch } = useEndpoint(endpoint, input(id), { isFresh: true })
  if (data) return children(data)
  return isError ? <FailedState onRetry={() => void refetch()} /> : <PageLoading page={title} />
}
