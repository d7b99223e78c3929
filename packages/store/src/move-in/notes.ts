/** One row of the source that did not come over as it was. */
export interface Note {
  readonly kind: 'changed' | 'left out' | 'kept'
  readonly table: string
  /** The id of the row, or the name of an option; 0 for the table as a whole. */
  readonly id: number | string
  readonly reason: string
}

export class Notes {
  readonly #notes: Note[] = []

  get all(): readonly Note[] {
    return this.#notes
  }

  changed(table: string, id: Note['id'], reason: string): void {
    this.#notes.push({ kind: 'changed', table, id, reason })
  }

  leftOut(table: string, id: Note['id'], reason: string): void {
    this.#notes.push({ kind: 'left out', table, id, reason })
  }

  /** Came over as it was, and is worth a look. */
  kept(table: string, id: Note['id'], reason: string): void {
    this.#notes.push({ kind: 'kept', table, id, reason })
  }
}
