import type { MigrationContext } from './table-builder.ts'

export const leases = {
  name: '0045-leases',
  /** A version that knows nothing of leases takes them for holds of requests, which is what they are to everybody but their owner. */
  async up({ db, engine }: MigrationContext): Promise<void> {
    const { columns: c } = engine
    await engine.addColumn(db, { table: 'reservations', name: 'lease_version', type: c.count })
    await engine.addColumn(db, { table: 'reservations', name: 'called_back', type: c.count })
  },
}
