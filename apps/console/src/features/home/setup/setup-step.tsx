import type { SetupStep } from '@weir/contract/overview'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import classes from './setup.module.css'

interface Props {
  readonly id: SetupStep
  readonly isDone: boolean
  readonly number: number
  readonly hint: string
  readonly children?: ReactNode
}

/** One line of the checklist; what is done shows its name alone. */
export const StepRow = ({ id, isDone, number, hint, children }: Props) => {
  const t = useText()
  return (
    <li className={classes.step} data-done={isDone} data-testid={`setup-${id}`}>
      <span className={classes.mark} role="img" aria-label={t(isDone ? 'setup.isDone' : 'setup.isOpen')}>
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <div className={classes.words}>
        <strong className={classes.name}>{t(`setup.${id}`)}</strong>
        {!isDone && <p className={classes.hint}>{hint}</p>}
      </div>
      {!isDone && <div className={classes.action}>{children}</div>}
    </li>
  )
}

export interface StepProps {
  readonly number: number
  readonly isDone: boolean
  /** The first that is left: its button is the primary one. */
  readonly isNext: boolean
}
