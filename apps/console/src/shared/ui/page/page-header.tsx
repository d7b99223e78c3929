import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface Props {
  readonly hint?: string
  readonly action?: ReactNode
}

/** The sentence and the primary action above the content; the title comes from the row of the screen and stands in the shell. */
export const PageHeader = ({ hint, action }: Props) => (
  <div className={classes.header}>
    <p className={classes.hint}>{hint}</p>
    {action}
  </div>
)
