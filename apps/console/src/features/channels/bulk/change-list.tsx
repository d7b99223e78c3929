import type { ChangedFields } from '@weir/contract/channels/channel-bulk'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { channelStatusBadge } from '../../../shared/ui/badge/channel-status-badge.ts'
import classes from './bulk.module.css'
import { listDifference } from './list-difference.ts'
import type { PlannedChange, Preview } from './use-bulk-change.ts'

const MOST_SHOWN = 100

type Field = keyof ChangedFields

const titleOf = (field: Field, t: Translate): string => {
  switch (field) {
    case 'models':
      return t('channel.models')
    case 'status':
    case 'priority':
    case 'weight':
    case 'group':
    case 'tag':
      return t(`channel.${field}`)
  }
}

const Figure = ({ field, before, after }: { readonly field: Field; readonly before: number; readonly after: number }) => {
  const t = useText()
  const shown = (value: number) => (field === 'status' ? t(channelStatusBadge(value).label) : value)
  return (
    <>
      <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
    </>
  )
}

const Names = ({ before, after }: { readonly before: string; readonly after: string }) => {
  const { removed, added } = listDifference(before, after)
  return (
    <>
      {removed.map((name) => (
        <del key={name}>{name}</del>
      ))}
      {added.map((name) => (
        <ins key={name}>{`+ ${name}`}</ins>
      ))}
    </>
  )
}

const Change = ({ change: { id, name, before, after } }: { readonly change: PlannedChange }) => {
  const t = useText()
  const fields = Object.keys(after) as readonly Field[]
  return (
    <li data-testid={`change-${id}`}>
      <span className={classes.name} title={name}>
        {name || id}
      </span>
      <div className={classes.fields}>
        {fields.map((field) => {
          const [old, fresh] = [before[field] ?? '', after[field] ?? '']
          return (
            <div key={field}>
              <span className={classes.field}>{titleOf(field, t)}</span>{' '}
              {typeof old === 'number' && typeof fresh === 'number' ? (
                <Figure field={field} before={old} after={fresh} />
              ) : (
                <Names before={String(old)} after={String(fresh)} />
              )}
            </div>
          )
        })}
      </div>
    </li>
  )
}

/** What would change in each channel, and what would not and why. */
export const ChangeList = ({ preview: { changes, blocked, same } }: { readonly preview: Preview }) => {
  const t = useText()
  return (
    <>
      {changes.length + blocked.length === 0 && <p className={classes.quiet}>{t('channel.bulk.none')}</p>}
      {blocked.map(({ id, name, reason }) => (
        <p key={id} className={classes.blocked} data-testid={`blocked-${id}`}>
          {t(`channel.bulk.blocked.${reason}`, { name: name || id })}
        </p>
      ))}
      <ul className={classes.changes}>
        {changes.slice(0, MOST_SHOWN).map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
      {changes.length > MOST_SHOWN && <p className={classes.quiet}>{t('channel.bulk.more', { count: changes.length - MOST_SHOWN })}</p>}
      {same > 0 && changes.length + blocked.length > 0 && <p className={classes.quiet}>{t('channel.bulk.same', { count: same })}</p>}
    </>
  )
}
