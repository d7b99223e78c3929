import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Drawing, type DrawingName } from '../icon/drawing.tsx'
import classes from './state.module.css'

interface Props {
  readonly drawing: DrawingName
  readonly title: string
  readonly hint?: string | undefined
  readonly action?: ReactNode
  readonly testId?: string
}

/** Empty, failed, forbidden, not found: one sentence each and one action. */
export const State = ({ drawing, title, hint, action, testId }: Props) => (
  <div className={classes.state} data-testid={testId}>
    <Drawing name={drawing} />
    <strong className={classes.title}>{title}</strong>
    {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    {action}
  </div>
)

interface FailedProps {
  readonly hint?: string
  readonly onRetry: () => void
}

export const FailedState = ({ hint, onRetry }: FailedProps) => {
  const t = useText()
  return (
    <State
      drawing="broken"
      title={t('state.failed')}
      hint={hint ?? t('state.failedHint')}
      testId="state-failed"
      action={
        <Button onClick={onRetry} data-testid="btn-retry">
          {t('common.retry')}
        </Button>
      }
    />
  )
}
