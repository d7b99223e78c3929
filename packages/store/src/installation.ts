import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isInserted } from './rows.ts'
import type { Schema } from './schema.ts'

export const INSTALLATION_OPTION = 'installation_id'

/** Made with the first start and the same for all nodes of the database. Says nothing about it, and is no secret. */
export const installationId = async (db: Kysely<Schema>): Promise<string> => {
  const find = async () =>
    (await db.selectFrom('options').select('value').where('name', '=', INSTALLATION_OPTION).executeTakeFirst())?.value
  const found = await find()
  if (found !== undefined) return found
  const value = randomBytes(8).toString('hex')
  // Of two nodes that start at once, one is faster by a moment.
  const isFirst = await isInserted(() => db.insertInto('options').values({ name: INSTALLATION_OPTION, value, is_sealed: false }).execute())
  return isFirst ? value : ((await find()) ?? value)
}
