import type { ReactNode } from 'react'
import { FailedState } from '../../../shared/ui/page/state.tsx'
import { SettingIndex, type IndexKey } from '../layout/setting-index.tsx'
import classes from '../layout/settings.module.css'
import type { Stored } from './option-changes.ts'
import { useOptions } from './use-options.ts'

interface Props {
  readonly index: readonly IndexKey[]
  readonly children: (stored: Stored) => ReactNode
}

/** The frame of the three tabs of administrators: the options are read when the tab opens. */
export const OptionSurface = ({ index, children }: Props) => {
  const { stored, isError, retry } = useOptions()
  if (stored !== undefined) {
    return (
      <div className={classes.indexed}>
        <div className={classes.surface}>{children(stored)}</div>
        <SettingIndex keys={index} />
      </div>
    )
  }
  return (
    <div className={classes.surface}>{isError ? <FailedState onRetry={retry} /> : <div className={classes.bones} aria-busy="true" />}</div>
  )
}
