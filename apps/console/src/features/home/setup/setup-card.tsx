import type { Overview, SetupState, SetupStep } from '@weir/contract/overview'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../shared/i18n/use-text.ts'
import { logWith } from '../../../shared/navigation/log-address.ts'
import { usePreference } from '../../../shared/session/use-session.ts'
import { ChannelStep, TokenStep } from './gateway-steps.tsx'
import type { Answered } from './first-request.ts'
import { RequestStep } from './request-step.tsx'
import { AddressStep, PasswordStep } from './site-steps.tsx'
import classes from './setup.module.css'

interface CardProps {
  readonly state: SetupState
  readonly tokens: Overview['tokens']
}

interface StepsProps extends CardProps {
  readonly onAnswer: (answer: Answered) => void
}

const Steps = ({ state, tokens, onAnswer }: StepsProps) => {
  const isDone = (id: SetupStep) => state.steps.find((step) => step.id === id)?.is_done === true
  const next = state.steps.find(({ is_done }) => !is_done)?.id
  return (
    <ol className={classes.steps}>
      {state.steps.map(({ id, is_done }, index) => {
        const props = { number: index + 1, isDone: is_done, isNext: id === next }
        switch (id) {
          case 'password':
            return <PasswordStep key={id} {...props} />
          case 'address':
            return <AddressStep key={id} {...props} />
          case 'channel':
            return <ChannelStep key={id} {...props} untested={state.untested_channel} />
          case 'token':
            return <TokenStep key={id} {...props} />
          case 'request':
            return (
              <RequestStep
                key={id}
                {...props}
                isReady={isDone('channel') && isDone('token')}
                testedModel={state.tested_model}
                tokens={tokens}
                onAnswer={onAnswer}
              />
            )
        }
      })}
    </ol>
  )
}

const Answer = ({ model, text, requestId }: Answered) => {
  const t = useText()
  return (
    <figure className={classes.answer} data-testid="setup-answer">
      <figcaption>{t('setup.answer', { model })}</figcaption>
      <blockquote>{text}</blockquote>
      <Link to={logWith({ request_id: requestId })}>{t('setup.toLog')}</Link>
    </figure>
  )
}

/** What a new installation needs, until it has all of it. It goes away by itself only where it was never seen open. */
export const SetupCard = ({ state, tokens }: CardProps) => {
  const t = useText()
  const [seen, setSeen] = usePreference('setup')
  const [answer, setAnswer] = useState<Answered>()
  const total = state.steps.length
  const done = state.steps.filter(({ is_done }) => is_done).length
  const isOpen = done < total
  useEffect(() => {
    if (isOpen) setSeen('open')
  }, [isOpen, setSeen])
  if (!isOpen && seen !== 'open') return null
  return (
    <section className={classes.card} aria-labelledby="setup-title" data-testid="setup">
      <div className={classes.head}>
        <h3 id="setup-title" className={classes.title}>
          {t(isOpen ? 'setup.title' : 'setup.doneTitle')}
        </h3>
        <span className={classes.progress} data-testid="setup-progress">
          {t('setup.progress', { done, total })}
        </span>
        {!isOpen && (
          <Button size="small" onClick={() => setSeen('')} data-testid="btn-setup-close">
            {t('setup.close')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t(isOpen ? 'setup.hint' : 'setup.doneHint')}</p>
      <Steps state={state} tokens={tokens} onAnswer={setAnswer} />
      {answer !== undefined && <Answer {...answer} />}
    </section>
  )
}
