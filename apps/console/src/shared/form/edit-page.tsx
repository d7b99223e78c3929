import type { Area } from '@weir/contract/areas'
import type { DataOf, EndpointDefinition } from '@weir/contract/endpoint'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { CallInput } from '../api/api-client.ts'
import { isRefused } from '../api/call-error.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { useText } from '../i18n/use-text.ts'
import { pathOf } from '../navigation/paths.ts'
import { FailedState, State } from '../ui/page/state.tsx'

interface Props<D extends EndpointDefinition> {
  /** Whose list the form belongs to. */
  readonly area: Area
  readonly endpoint: D
  readonly input: (id: string) => CallInput<D>
  /** Stands where the form will stand. */
  readonly waiting: ReactNode
  readonly children: (record: NonNullable<DataOf<D>>) => ReactNode
}

const Refused = ({ message, area }: { readonly message: string; readonly area: Area }) => {
  const t = useText()
  return (
    <State
      drawing="lost"
      title={message}
      testId="state-refused"
      action={
        <Link to={pathOf(area)} data-testid="link-list">
          {t('common.toList')}
        </Link>
      }
    />
  )
}

/** Loads the record that the address names, afresh each time: a form must not start from an older answer. */
export const EditPage = <const D extends EndpointDefinition>({ area, endpoint, input, waiting, children }: Props<D>) => {
  const { id = '' } = useParams()
  const { data, error, refetch } = useEndpoint(endpoint, input(id), { isFresh: true })
  if (data) return children(data)
  // What is not there does not come by asking again.
  if (isRefused(error) && error.message !== '') return <Refused message={error.message} area={area} />
  return error ? <FailedState onRetry={() => void refetch()} /> : waiting
}
