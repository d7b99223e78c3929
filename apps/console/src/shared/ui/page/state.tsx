import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Drawing, type DrawingName } from '../icon/drawing.tsx'
import { Icon } from '../icon/icon.tsx'
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

interface LineProps {
  readonly isBusy: boolean
  readonly onRetry: () => void
}

/** The same in one line, where a part of a page is missing. */
export const FailedLine = ({ isBusy, onRetry }: LineProps) => {
  const t = useText()
  return (
    <div className={classes.line} role="status" data-testid="state-failed">
      <Icon name="error" size={16} />
      <span>{t('state.failed')}</span>
      <Button size="small" loading={isBusy} onClick={onRetry} data-testid="btn-retry">
        {t('common.retry')}
      </Button>
    </div>
  )
}
