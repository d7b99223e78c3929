import { useQueryClient } from '@tanstack/react-query'
import { createChannel, listChannels } from '@weir/contract/channel'
import { testChannel } from '@weir/contract/channels/channel-checks'
import { getOverview, type SetupState } from '@weir/contract/overview'
import { createToken } from '@weir/contract/token'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../../shared/api/api-client.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { addPathOf } from '../../../shared/navigation/paths.ts'
import { StepRow, type StepProps } from './setup-step.tsx'

const SIMULATOR = 1000
/** As long as a test of a channel may take. */
const TEST_TIMEOUT_MS = 120_000

const useRefresh = () => {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [getOverview.path] })
}

const testNow = (id: number) => call(testChannel, { params: { id }, query: {} }, { timeoutMs: TEST_TIMEOUT_MS })

const openSimulator = async (name: string): Promise<void> => {
  const body = { type: SIMULATOR, name, key: 'simulator', models: 'simulator-echo,simulator-slow', group: 'default' }
  await call(createChannel, { body })
  const [made] = await call(listChannels, { query: { p: 0 } })
  if (made !== undefined) await testNow(made.id)
}

interface ChannelStepProps extends StepProps {
  readonly untested: SetupState['untested_channel']
}

export const ChannelStep = ({ number, isDone, isNext, untested }: ChannelStepProps) => {
  const t = useText()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const simulate = useChange({ mutationFn: () => openSimulator(t('setup.simulatorName')), onSettled: refresh })
  const test = useChange({ mutationFn: testNow, onSettled: refresh })
  const type = isNext ? 'primary' : 'default'
  return (
    <StepRow
      id="channel"
      number={number}
      isDone={isDone}
      hint={untested === null ? t('setup.channelHint') : t('setup.untested', { name: untested.name })}
    >
      {untested === null ? (
        <Button type={type} loading={simulate.isPending} onClick={() => simulate.mutate()} data-testid="btn-setup-simulator">
          {t('setup.simulator')}
        </Button>
      ) : (
        <Button type={type} loading={test.isPending} onClick={() => test.mutate(untested.id)} data-testid="btn-setup-test">
          {t('setup.test')}
        </Button>
      )}
      <Button disabled={simulate.isPending} onClick={() => void navigate(addPathOf('channel'))} data-testid="btn-setup-channel">
        {t('setup.addChannel')}
      </Button>
    </StepRow>
  )
}

export const TokenStep = ({ number, isDone, isNext }: StepProps) => {
  const t = useText()
  const create = useAction(createToken, { onDone: useRefresh() })
  return (
    <StepRow id="token" number={number} isDone={isDone} hint={t('setup.tokenHint')}>
      <Button
        type={isNext ? 'primary' : 'default'}
        loading={create.isPending}
        onClick={() => create.mutate({ body: { name: t('setup.tokenName'), unlimited_quota: true } })}
        data-testid="btn-setup-token"
      >
        {t('setup.tokenSave')}
      </Button>
    </StepRow>
  )
}
