import type { ReactNode } from 'react'
import type { Room } from '../use-media.ts'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** `''` leaves the cell blank and the line out of a card. */
  readonly cell: (row: Row) => ReactNode
  /** Present when the header sorts by this column, within the loaded rows. */
  readonly sortValue?: (row: Row) => string | number
  readonly align?: 'right'
  /** Takes the slack of the table and cannot be hidden; one column per list. On a card it is the heading unless another column is. */
  readonly isMain?: boolean
  /** In a table it shares the place of that column, below it, unless there is more room than this. */
  readonly below?: { readonly key: string; readonly upTo: Room }
  /** Its place on a phone's card; a line among the facts unless told. */
  readonly card?: 'heading' | 'badge'
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
  /** The forms of the action, the plain one among them, behind a small arrow. */
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
