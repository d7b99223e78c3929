import type { MigrationContext } from './table-builder.ts'

export const requestMarks = {
  name: '0042-request-marks',
  /** Postings of before stay as they are: readers scan the rows of such a block, and the job writes its postings anew. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    await engine.addColumn(db, { table: 'log_blocks', name: 'has_requests', type: engine.columns.boolean })
  },
}
