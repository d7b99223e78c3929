export interface RowAction {
  /** `act-{name}` for tests. */
  readonly name: string
  readonly label: string
  readonly run: () => void
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  /** Why the action cannot be taken now. */
  readonly blocked?: string
  /** The action switches the row on or off, and this is what it is now: a card shows it as a switch. */
  readonly isOn?: boolean
  /** The forms of the action, the plain one among them, behind a small arrow. */
  readonly variants?: { readonly label: string; readonly actions: readonly RowAction[] }
}

interface NamedAction {
  /** `btn-bulk-{name}` for tests. */
  readonly name: string
  readonly label: string
  readonly isDangerous?: boolean
}

/** Works through a selection row by row. */
export interface RowByRow extends NamedAction {
  /** Asks first; `false` leaves everything as it is. */
  readonly confirm?: (count: number) => Promise<boolean>
  readonly run: (id: number) => Promise<unknown>
  /** After the run, with the ids that worked. */
  readonly onDone: (ids: readonly number[]) => void
}

/** Takes a selection as a whole. */
export interface AllAtOnce extends NamedAction {
  /** `clear` ends the selection. */
  readonly start: (ids: readonly number[], clear: () => void) => unknown
}

export type BulkAction = RowByRow | AllAtOnce
