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
