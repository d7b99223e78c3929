import { useMutation } from '@tanstack/react-query'
import { testChannel } from '@weir/contract/channels/channel-checks'
import type { LogEntry } from '@weir/contract/log'
import { formatSeconds } from '@weir/contract/values/format'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { callWhole, figureOf } from '../../../shared/api/api-client.ts'
import { CallError } from '../../../shared/api/call-error.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { logWith } from '../../../shared/navigation/log-address.ts'
import { editPathOf, routePathOf } from '../../../shared/navigation/paths.ts'
import classes from '../logs.module.css'

const TEST_TIMEOUT_MS = 120_000

const messageOf = (error: Error): string =>
  error instanceof CallError && 'message' in error.failure ? error.failure.message : error.message

interface TestProps {
  readonly channel: number
  readonly model: string
}

/** Asks the channel for the same model, here and now. */
const TestButton = ({ channel, model }: TestProps) => {
  const t = useText()
  const { mutate, data, error, isPending } = useMutation<number, Error>({
    mutationFn: async () => {
      const reply = await callWhole(testChannel, { params: { id: channel }, query: { model } }, { timeoutMs: TEST_TIMEOUT_MS })
      return Math.round((figureOf(reply, 'time') ?? 0) * 1000)
    },
    meta: { isOptional: true },
  })
  return (
    <>
      <Button onClick={() => mutate()} loading={isPending} data-testid="btn-test-channel">
        {isPending ? t('log.next.testing') : t('log.next.test')}
      </Button>
      <p className={classes.tested} role="status" data-testid="test-result">
        {data !== undefined && t('log.next.passed', { time: formatSeconds(data) })}
        {error !== null && t('log.next.failed', { reason: messageOf(error) })}
      </p>
    </>
  )
}

interface LinkProps {
  readonly to: string
  readonly testId: string
  readonly children: string
}

/** A button that can be opened in a tab of its own. */
const StepLink = ({ to, testId, children }: LinkProps) => {
  const navigate = useNavigate()
  return (
    <Button
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        void navigate(to)
      }}
      data-testid={testId}
    >
      {children}
    </Button>
  )
}

const modelInCall = (entry: LogEntry): string => entry.substitute_for ?? entry.mapped_from ?? entry.model_name

/** What an administrator would do now: try the channel, look at it, or see where such a request goes. */
export const NextSteps = ({ entry }: { readonly entry: LogEntry }) => {
  const t = useText()
  const { outcome, fault, model_name: model, user_id: user } = entry
  const channel = entry.trail.findLast((attempt) => attempt.fault !== 'none')?.channel ?? entry.channel
  if (outcome === '' || outcome === 'ok') return null
  return (
    <section data-testid="next-steps">
      <h3 className={classes.heading}>{t('log.next')}</h3>
      <div className={classes.steps}>
        {channel !== 0 && (
          <StepLink to={editPathOf('channel', channel)} testId="btn-open-channel">
            {t('log.next.open')}
          </StepLink>
        )}
        {model !== '' && (
          <StepLink to={routePathOf(modelInCall(entry))} testId="btn-explain-route">
            {t('log.next.route')}
          </StepLink>
        )}
        {outcome === 'refused' && user !== 0 && (
          <StepLink to={editPathOf('user', user)} testId="btn-open-user">
            {t('log.next.user')}
          </StepLink>
        )}
        {fault !== '' && (
          <StepLink to={logWith({ outcome, fault })} testId="btn-same-fault">
            {t('log.next.sameFault')}
          </StepLink>
        )}
        {channel !== 0 && <TestButton channel={channel} model={model} />}
      </div>
    </section>
  )
}
