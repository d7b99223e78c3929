import type { ReactNode } from 'react'
import { FailedState } from '../../shared/ui/state.tsx'
import type { Stored } from './option-changes.ts'
import classes from './settings.module.css'
import { useOptions } from './use-options.ts'

/** The frame of the three tabs of administrators: the options are read when the tab opens. */
export const OptionSurface = ({ children }: { readonly children: (stored: Stored) => ReactNode }) => {
  const { stored, isError, retry } = useOptions()
  if (stored !== undefined) return <div className={classes.surface}>{children(stored)}</div>
  return (
    <div className={classes.surface}>{isError ? <FailedState onRetry={retry} /> : <div className={classes.bones} aria-busy="true" />}</div>
  )
}
