import { KeyStatus, deleteChannelKey, keyReasonText, switchChannelKey, type ChannelKeyObject } from '@weir/contract/channels/channel-keys'
import { probeChannel } from '@weir/contract/channels/channel-probes'
import { failureText } from '@weir/contract/channels/channel-test'
import { formatSeconds } from '@weir/contract/values/format'
import { Button } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { Badge, type BadgeColor } from '../../../shared/ui/badge/badge.tsx'
import { useReader } from '../test/last-test.tsx'
import { PROBE_TIMEOUT_MS } from '../test/use-probes.ts'
import classes from './keys.module.css'

const colors: Readonly<Record<ChannelKeyObject['status'], BadgeColor>> = { 1: 'green', 2: 'red', 3: 'yellow' }

/** A reference is shown whole: it is no secret. */
export const keyName = ({ hint, is_reference }: Pick<ChannelKeyObject, 'hint' | 'is_reference'>): string =>
  is_reference ? hint : `••••${hint}`

interface Props {
  readonly channelId: number
  readonly item: ChannelKeyObject
  readonly onChanged: () => void
}

/** One of several keys: how it does, and what can be done with it. */
export const KeyRow = ({ channelId, item, onChanged }: Props) => {
  const { t, language } = useReader()
  const params = { id: channelId, key_id: item.id }
  const test = useAction(probeChannel, { success: false, timeoutMs: PROBE_TIMEOUT_MS })
  const turn = useAction(switchChannelKey, { onDone: onChanged })
  const remove = useAction(deleteChannelKey, { onDone: onChanged })
  const isOn = item.status === KeyStatus.enabled
  const outcome = test.data?.[0]
  const name = keyName(item)
  const ask = async () => {
    if (await confirm({ title: t('channel.keyRemoveAsk', { name }), ok: t('channel.keyRemoveOne', { name }), isDangerous: true }))
      remove.mutate({ params })
  }
  return (
    <li className={classes.row} data-testid={`key-${item.id}`}>
      <span className={classes.name}>{name}</span>
      {outcome?.success === true && <Badge color="green" text={formatSeconds(outcome.response_time)} />}
      {outcome?.success === false && <Badge color="red" text={t('channel.testFailed')} />}
      <Badge color={colors[item.status]} text={t(`channel.keyStatus.${item.status}`)} />
      <span className={classes.buttons}>
        <Button
          size="small"
          loading={test.isPending}
          onClick={() => test.mutate({ params: { id: channelId }, body: { probe: 'text', key_id: item.id } })}
          aria-label={t('channel.keyTestOne', { name })}
          data-testid={`btn-test-key-${item.id}`}
        >
          {t('channel.test')}
        </Button>
        <Button
          size="small"
          loading={turn.isPending}
          onClick={() => turn.mutate({ params, body: { status: isOn ? KeyStatus.disabled : KeyStatus.enabled } })}
          aria-label={t(isOn ? 'channel.keyOffOne' : 'channel.keyOnOne', { name })}
          data-testid={`btn-switch-key-${item.id}`}
        >
          {t(isOn ? 'channel.keyOff' : 'channel.keyOn')}
        </Button>
        <Button
          size="small"
          danger
          loading={remove.isPending}
          onClick={() => void ask()}
          aria-label={t('channel.keyRemoveOne', { name })}
          data-testid={`btn-remove-key-${item.id}`}
        >
          {t('channel.keyRemove')}
        </Button>
      </span>
      {outcome?.success === false && <p className={classes.reason}>{failureText(outcome, language)}</p>}
      {item.reason !== '' && <p className={classes.reason}>{keyReasonText(item.reason, language)}</p>}
    </li>
  )
}
