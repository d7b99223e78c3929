import type { Transaction } from 'kysely'
import type { Engine } from './dialect/engine.ts'
import type { Schema } from './schema.ts'

/** What is counted after this stays as it was counted until the transaction ends. */
export const lockUser = async (db: Transaction<Schema>, { capabilities }: Engine, userId: number): Promise<void> => {
  const user = db.selectFrom('users').select('id').where('id', '=', userId)
  await user.$if(capabilities.supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
}
