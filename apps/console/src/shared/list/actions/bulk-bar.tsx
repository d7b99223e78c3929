import { Button } from 'antd'
import { useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Selection } from '../state/selection.ts'
import type { BulkAction } from './action.ts'
import classes from './bulk-bar.module.css'
import { runBulk, type BulkResult } from './run-bulk.ts'

const isSignedOut = ({ failed }: BulkResult) =>
  failed.find(({ error }) => error instanceof CallError && error.failure.kind === 'status' && error.failure.status === 401)?.error

interface Props {
  readonly selection: Selection
  readonly actions: readonly BulkAction[]
  readonly onSignedOut: (error: unknown) => void
}

/** Appears with a selection. Works through it a few rows at a time and says which ones failed. */
export const BulkBar = ({ selection, actions, onSignedOut }: Props) => {
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

  const start = async ({ confirm, run, onDone }: BulkAction) => {
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

  if (selection.ids.length === 0) return null
  return (
    <div className={classes.bar} role="region" aria-live="polite" data-testid="bulk-bar">
      <span className={classes.count}>
        {progress === undefined ? t('list.selected', { count: selection.ids.length }) : t('list.progress', progress)}
      </span>
      {progress === undefined ? (
        <>
          {actions.map((action) => (
            <Button
              key={action.name}
              size="small"
              danger={action.isDangerous === true}
              onClick={() => void start(action)}
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
