import { KEY_MODES, listChannelKeys, setKeyMode } from '@weir/contract/channels/channel-keys'
import { Select } from 'antd'
import { isUnknown } from '../../../shared/api/call-error.ts'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { FailedLine } from '../../../shared/ui/page/state.tsx'
import { AddKeys } from './add-keys.tsx'
import { KeyRow, keyName } from './key-row.tsx'
import classes from './keys.module.css'

interface Props {
  readonly channelId: number
  /** Only one makes sense where the key is put together from other fields. */
  readonly isSingle: boolean
}

/** The keys that a channel has, none of which is ever sent here: an only one as a line, several as a list. */
export const StoredKeys = ({ channelId, isSingle }: Props) => {
  const t = useText()
  const { data, error, isFetching, refetch } = useEndpoint(
    listChannelKeys,
    { params: { id: channelId } },
    { isFresh: true, isOptional: true },
  )
  const reload = () => void refetch()
  const mode = useAction(setKeyMode, { onDone: reload })
  const keys = data?.keys ?? []
  const [only] = keys
  if (only === undefined)
    return (
      <>
        {t('channel.keyStored')}
        {error !== null && !isUnknown(error) && <FailedLine isBusy={isFetching} onRetry={reload} />}
      </>
    )
  if (keys.length === 1)
    return (
      <div className={classes.keys}>
        <span data-testid="stored-key">
          {only.hint === '' ? t('channel.keyStored') : t('channel.keyStoredAs', { name: keyName(only) })}
        </span>
        {!isSingle && <AddKeys channelId={channelId} onChanged={reload} />}
      </div>
    )
  return (
    <div className={classes.keys}>
      <span data-testid="stored-key">{t('channel.keysStored', { count: keys.length })}</span>
      <ul className={classes.list} data-testid="channel-keys">
        {keys.map((item) => (
          <KeyRow key={item.id} channelId={channelId} item={item} onChanged={reload} />
        ))}
      </ul>
      <div className={classes.bar}>
        <Select
          size="small"
          value={data?.mode ?? 'polling'}
          onChange={(next) => mode.mutate({ params: { id: channelId }, body: { mode: next } })}
          options={KEY_MODES.map((value) => ({ value, label: t(`channel.keyMode.${value}`) }))}
          aria-label={t('channel.keyMode')}
          popupMatchSelectWidth={false}
          data-testid="field-key-mode"
        />
        <AddKeys channelId={channelId} onChanged={reload} />
      </div>
    </div>
  )
}
