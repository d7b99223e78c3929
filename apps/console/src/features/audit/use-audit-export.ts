import { useMutation } from '@tanstack/react-query'
import { listAudit, type AuditObject } from '@weir/contract/audit'
import { MAX_PAGE_SIZE } from '@weir/contract/envelope'
import { formatTimestamp } from '@weir/contract/values/format'
import { useRef, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { auditFile, type FileKind } from './audit-file.ts'
import { queryOf, type AuditFilter } from './audit-filter.ts'

const MAX_PAGES = 500
const TYPES: Readonly<Record<FileKind, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' }

interface Run {
  isStopped: boolean
}

/** From the newest to the oldest, each page from where the one before ended: entries that are added meanwhile shift nothing. */
const readAll = async (filter: AuditFilter, run: Run, onProgress: (count: number) => void) => {
  const rows: AuditObject[] = []
  for (let pages = 0; pages < MAX_PAGES && !run.isStopped; pages += 1) {
    const page = await call(listAudit, { query: { ...queryOf(filter), page_size: MAX_PAGE_SIZE, before_id: rows.at(-1)?.id ?? 0 } })
    rows.push(...page)
    onProgress(rows.length)
    if (page.length < MAX_PAGE_SIZE) return { rows, isCut: false }
  }
  return { rows, isCut: true }
}

/** All entries under the filter as a file. Pressing again stops it. */
export const useAuditExport = (filter: AuditFilter) => {
  const t = useText()
  const [count, setCount] = useState(0)
  const run = useRef<Run>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ kind, current }: { readonly kind: FileKind; readonly current: Run }) => ({
      kind,
      current,
      ...(await readAll(filter, current, setCount)),
    }),
    onSuccess: ({ kind, current, rows, isCut }) => {
      if (current.isStopped) return
      const time = formatTimestamp(Math.floor(Date.now() / 1000)).replaceAll(/[ :]/g, '-')
      downloadText(`weir-audit-${time}.${kind}`, auditFile(kind, rows), TYPES[kind])
      if (isCut) notify.warning(t('audit.exportCut', { count: rows.length }))
    },
  })
  return {
    count,
    isPending,
    start: (kind: FileKind) => {
      setCount(0)
      run.current = { isStopped: false }
      mutate({ kind, current: run.current })
    },
    stop: () => {
      if (run.current !== undefined) run.current.isStopped = true
    },
  }
}
