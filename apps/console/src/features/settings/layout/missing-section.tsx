import { useQueryClient } from '@tanstack/react-query'
import { isUnknown } from '../../../shared/api/call-error.ts'
import { FailedLine } from '../../../shared/ui/page/state.tsx'
import { SettingSection } from './setting-section.tsx'
import classes from './settings.module.css'

interface Props {
  readonly name: string
  readonly title: string
  readonly help?: string
  /** How many rows it will have at least. */
  readonly rows: number
  readonly read: { readonly error: unknown; readonly isPending: boolean; readonly isFetching: boolean }
}

/**
 * A section whose answer is not there: on its way, or failed, which must not look as if there were nothing. One try is for all that failed:
 * what broke one section has broken its neighbours as well.
 */
export const MissingSection = ({ name, title, help, rows, read: { error, isPending, isFetching } }: Props) => {
  const client = useQueryClient()
  const retry = () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  if (isUnknown(error) || (!isPending && error === null)) return null
  return (
    <SettingSection name={name} title={title} help={help}>
      {isPending ? (
        <div role="status" aria-busy="true">
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className={classes.rowBone} />
          ))}
        </div>
      ) : (
        <FailedLine isBusy={isFetching} onRetry={retry} />
      )}
    </SettingSection>
  )
}
