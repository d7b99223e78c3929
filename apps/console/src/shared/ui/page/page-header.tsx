import type { ReactNode } from 'react'
import { usePageTitle } from '../../navigation/page-title.ts'
import classes from './page-header.module.css'

interface Props {
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
}

/** The title goes to the header of the shell; the sentence and the primary action stand above the content. */
export const PageHeader = ({ title, hint, action }: Props) => {
  usePageTitle(title)
  if (hint === undefined && action === undefined) return null
  return (
    <div className={classes.header}>
      <p className={classes.hint}>{hint}</p>
      {action}
    </div>
  )
}
