import { Button } from 'antd'
import { useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Selection } from '../state/selection.ts'
import type { BulkAction, RowByRow } from './action.ts'
import classes from './bulk-bar.module.css'
import { runBulk, type BulkResult } from './run-bulk.ts'

const isSignedOut = ({ failed }: BulkResult) =>
  failed.find(({ error }) => error instanceof CallError && error.failure.kind === 'status' && error.failure.status === 401)?.error

interface Props {
  readonly selection: Selection
  readonly actions: readonly BulkAction[]
  /** How many rows match, and their ids, where more of them may be chosen than are loaded. */
  readonly total: number | undefined
  readonly matching: (() => Promise<readonly number[]>) | undefined
  readonly onSignedOut: (error: unknown) => void
}

/** Appears with a selection. Works through it a few rows at a time and says which ones failed. */
export const BulkBar = ({ selection, actions, total = 0, matching, onSignedOut }: Props) => {
  const t = useText()
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number }>()
  const stop = useRef<AbortController>(undefined)

  const report = (result: BulkResult) => {
    const first = result.failed[0]
    if (first === undefined) notify.success(t('list.bulkDone', { count: result.done.length }))
    else {
      const reason = first.error instanceof Error ? first.error.message : String(first.error)
      notify.error(t('list.bulkFailed', { done: result.done.length, failed: result.failed.length, reason }))
    }
  }

  const chooseMatching = async () => {
    try {
      selection.choose((await matching?.()) ?? [])
    } catch (error) {
      onSignedOut(error)
    }
  }

  const work = async ({ confirm, run, onDone }: RowByRow) => {
    const { ids } = selection
    if (confirm !== undefined && !(await confirm(ids.length))) return
    stop.current = new AbortController()
    setProgress({ done: 0, total: ids.length })
    const result = await runBulk(ids, run, { signal: stop.current.signal, onProgress: (done) => setProgress({ done, total: ids.length }) })
    setProgress(undefined)
    const expired = isSignedOut(result)
    if (expired !== undefined) {
      onSignedOut(expired)
      return
    }
    onDone(result.done)
    selection.clear()
    report(result)
  }

  const start = (action: BulkAction) => ('start' in action ? action.start(selection.ids, selection.clear) : void work(action))

  if (selection.ids.length === 0) return null
  return (
    <div className={classes.bar} role="region" aria-live="polite" data-testid="bulk-bar">
      <span className={classes.count}>
        {progress === undefined ? t('list.selected', { count: selection.ids.length }) : t('list.progress', progress)}
      </span>
      {progress === undefined ? (
        <>
          {matching !== undefined && selection.isAll && selection.ids.length < total && (
            <Button size="small" type="link" onClick={() => void chooseMatching()} data-testid="btn-select-matching">
              {t('list.selectMatching', { count: total })}
            </Button>
          )}
          {actions.map((action) => (
            <Button
              key={action.name}
              size="small"
              danger={action.isDangerous === true}
              onClick={() => start(action)}
              data-testid={`btn-bulk-${action.name}`}
            >
              {action.label}
            </Button>
          ))}
          <Button size="small" type="text" onClick={selection.clear}>
            {t('list.clearSelection')}
          </Button>
        </>
      ) : (
        <Button size="small" onClick={() => stop.current?.abort()}>
          {t('list.stop')}
        </Button>
      )}
    </div>
  )
}
