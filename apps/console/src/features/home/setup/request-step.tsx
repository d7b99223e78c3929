import type { Overview } from '@weir/contract/overview'
import { TokenStatus } from '@weir/contract/token'
import { splitList } from '@weir/contract/values/quantity'
import { Button } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'
import { modelToTry } from '../../../shared/site/clients/clients.ts'
import { fullKey } from '../../../shared/site/gateway.ts'
import { useFirstRequest, type Answered } from './first-request.ts'
import type { FirstAnswer } from './read-answer.ts'
import classes from './setup.module.css'
import { StepRow, type StepProps } from './setup-step.tsx'

type FailedAnswer = Extract<FirstAnswer, { kind: 'failure' }>

const Failure = ({ failure }: { readonly failure: FailedAnswer | undefined }) => {
  const t = useText()
  return (
    <li className={classes.failure} role="alert" data-testid="setup-failure">
      {failure === undefined ? t('setup.lost') : t('setup.failed', { status: failure.status, message: failure.message })}
    </li>
  )
}

interface Props extends StepProps {
  readonly isReady: boolean
  readonly testedModel: string
  readonly tokens: Overview['tokens']
  readonly onAnswer: (answer: Answered) => void
}

export const RequestStep = ({ number, isDone, isNext, isReady, testedModel, tokens, onAnswer }: Props) => {
  const t = useText()
  const token = tokens.find(({ status }) => status === TokenStatus.enabled)
  const model = modelToTry(splitList(token?.models ?? ''), testedModel === '' ? [] : [testedModel])
  const { send, isPending, isLost, failure } = useFirstRequest(onAnswer)
  return (
    <>
      <StepRow id="request" number={number} isDone={isDone} hint={isReady ? t('setup.requestHint', { model }) : t('setup.requestLater')}>
        <Button
          type={isNext ? 'primary' : 'default'}
          disabled={!isReady || token === undefined}
          loading={isPending}
          onClick={() => token !== undefined && send({ key: fullKey(token.key), model, message: t('setup.message') })}
          data-testid="btn-setup-request"
        >
          {t('setup.requestSend')}
        </Button>
      </StepRow>
      {(failure !== undefined || isLost) && <Failure failure={failure} />}
    </>
  )
}
