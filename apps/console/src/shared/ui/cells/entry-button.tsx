import type { ReactNode } from 'react'
import classes from './entry-button.module.css'

interface Props {
  readonly words: string
  readonly isBad?: boolean
  /** Stands before the words on the same line. */
  readonly badge?: ReactNode
  /** Goes below the words where both do not fit. */
  readonly meta?: string
  readonly onOpen: () => void
}

/** Opens the entry of a row, in a few words of what it is about. */
export const EntryButton = ({ words, isBad = false, badge, meta, onOpen }: Props) => (
  <button type="button" className={classes.entry} title={words} onClick={onOpen} data-testid="act-detail">
    <span className={classes.summary}>
      {badge}
      <span className={classes.words} data-bad={isBad}>
        {words}
      </span>
    </span>
    {meta !== undefined && <span className={classes.meta}>{meta}</span>}
  </button>
)
