import { useMutation } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '@weir/contract/envelope'
import { formatTimestamp } from '@weir/contract/values/format'
import type { LogObject } from '@weir/contract/log'
import { useRef, useState } from 'react'
import { toCsv } from '../../shared/browser/csv.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'
import { logCsvRows } from './log-csv.ts'
import type { LogSource } from './use-log-source.ts'

const MAX_PAGES = 200

interface Run {
  isStopped: boolean
}

const readAll = async (load: LogSource['load'], run: Run, onProgress: (count: number) => void) => {
  // Keyed by id: rows written meanwhile push others onto the next page.
  const rows = new Map<number, LogObject>()
  for (let p = 0; p < MAX_PAGES && !run.isStopped; p += 1) {
    const page = await load({ p, page_size: MAX_PAGE_SIZE })
    for (const row of page) rows.set(row.id, row)
    onProgress(rows.size)
    if (page.length < MAX_PAGE_SIZE) return { rows: [...rows.values()], isCut: false }
  }
  return { rows: [...rows.values()], isCut: true }
}

const fileName = () => `weir-log-${formatTimestamp(Math.floor(Date.now() / 1000)).replaceAll(/[ :]/g, '-')}.csv`

/** All rows under the filter as a file. Pressing again stops it. */
export const useLogExport = (load: LogSource['load'], isAdmin: boolean) => {
  const t = useText()
  const display = useQuotaDisplay()
  const [count, setCount] = useState(0)
  const run = useRef<Run>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async (current: Run) => ({ current, ...(await readAll(load, current, setCount)) }),
    onSuccess: ({ current, rows, isCut }) => {
      if (current.isStopped) return
      downloadText(fileName(), toCsv(logCsvRows(rows, { text: t, display, isAdmin })), 'text/csv')
      if (isCut) notify.warning(t('log.exportCut', { count: rows.length }))
    },
  })
  return {
    count,
    isPending,
    start: () => {
      setCount(0)
      run.current = { isStopped: false }
      mutate(run.current)
    },
    stop: () => {
      if (run.current !== undefined) run.current.isStopped = true
    },
  }
}
