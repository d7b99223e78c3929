import { probeChannel } from '@weir/contract/channel-probes'
import { formatSeconds } from '@weir/contract/values/format'
import { failureText } from '@weir/contract/channel-test'
import { Button } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { useReader } from './last-test.tsx'
import classes from './probes.module.css'
import { PROBE_TIMEOUT_MS } from './use-probes.ts'

interface Props {
  readonly channelId: number
  /** As it was typed; the outcome of another one is not shown any more. */
  readonly typed: string
  /** The server would try the key with settings that are not the form's. */
  readonly isBlocked: boolean
}

/** Tries a key before it is saved: a wrong one must not replace one that works. */
export const KeyTest = ({ channelId, typed, isBlocked }: Props) => {
  const { t, language } = useReader()
  const test = useAction(probeChannel, { success: false, timeoutMs: PROBE_TIMEOUT_MS })
  const outcome = test.variables?.body.key === typed ? test.data?.[0] : undefined
  return (
    <div className={classes.keyTest} role="status">
      <Button
        size="small"
        loading={test.isPending}
        disabled={typed === '' || isBlocked}
        onClick={() => test.mutate({ params: { id: channelId }, body: { probe: 'text', key: typed } })}
        data-testid="btn-test-key"
      >
        {t('channel.keyTest')}
      </Button>
      {typed !== '' && isBlocked && <span className={classes.quiet}>{t('channel.keyTestBlocked')}</span>}
      {outcome?.success === true && <Badge color="green" text={t('channel.keyWorks', { time: formatSeconds(outcome.response_time) })} />}
      {outcome?.success === false && (
        <>
          <Badge color="red" text={t('channel.testFailed')} />
          <span className={classes.reason}>{failureText(outcome, language)}</span>
        </>
      )}
    </div>
  )
}
