import type { AuditObject } from '@weir/contract/audit'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { Column } from '../../shared/list/view/column.ts'
import { TextCell, TimeCell } from '../../shared/ui/cells/cells.tsx'
import { EntryButton } from '../../shared/ui/cells/entry-button.tsx'
import { changeSummary } from './changed-values.ts'

export const auditColumns = (t: Translate, onOpen: (id: number) => void): readonly Column<AuditObject>[] => [
  {
    key: 'created_at',
    title: t('audit.time'),
    cell: (row) => <TimeCell time={row.created_at} />,
    sortValue: (row) => row.created_at,
    card: 'heading',
  },
  {
    key: 'actor_name',
    title: t('audit.actor'),
    cell: (row) => <TextCell text={row.actor_name} />,
    sortValue: (row) => row.actor_name,
    card: 'glance',
  },
  {
    key: 'address',
    title: t('audit.address'),
    cell: (row) => (row.address === '' ? '' : <TextCell text={row.address} isCode />),
    sortValue: (row) => row.address,
    below: { key: 'actor_name', upTo: 'tight' },
  },
  {
    key: 'action',
    title: t('audit.action'),
    cell: (row) => <TextCell text={row.action} isCode />,
    sortValue: (row) => row.action,
    card: 'badge',
  },
  {
    key: 'object',
    title: t('audit.object'),
    cell: (row) => (row.object === '' ? '' : <TextCell text={row.object} />),
    sortValue: (row) => row.object,
  },
  {
    key: 'change',
    title: t('audit.change'),
    cell: (row) => {
      const summary = changeSummary(row.before, row.after) || t('audit.open')
      return <EntryButton words={summary} onOpen={() => onOpen(row.id)} />
    },
    isMain: true,
    card: 'words',
  },
]
