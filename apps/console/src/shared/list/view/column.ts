import type { ReactNode } from 'react'
import type { LayoutWidth } from '../../browser/use-media.ts'

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
  /** In a table it shares the place of that column, below it, unless the table is wider than this. */
  readonly below?: { readonly key: string; readonly upTo: LayoutWidth }
  /** Its place on a phone's card: the first line, the second, where `words` yield to the rest, or unless told among the facts that a tap opens. */
  readonly card?: 'heading' | 'badge' | 'glance' | 'words'
  /** What the card shows in its place on the first two lines, which have no titles, where that is not the cell itself. */
  readonly brief?: (row: Row) => ReactNode
}
