import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Present when the header sorts by this column, within the loaded rows. */
  readonly sortValue?: (row: Row) => string | number
  readonly align?: 'right'
  /** Takes the slack of the table; one column per list. On a card it is the heading. */
  readonly isMain?: boolean
  /** Stands beside the heading of a card. */
  readonly isBadge?: boolean
}

export interface RowAction {
  /** `act-{name}` for tests. */
  readonly name: string
  readonly label: string
  readonly run: () => void
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** Why the action cannot be taken now. */
  readonly blocked?: string
  /** Further forms of the same action, behind a small arrow. */
  readonly variants?: { readonly label: string; readonly actions: readonly RowAction[] }
}

export interface BulkAction {
  readonly name: string
  readonly label: string
  readonly isDangerous?: boolean
  /** Asks first; `false` leaves everything as it is. */
  readonly confirm?: (count: number) => Promise<boolean>
  readonly run: (id: number) => Promise<unknown>
  /** After the run, with the ids that worked. */
  readonly onDone: (ids: readonly number[]) => void
}
