import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Generation } from '../vault.ts'

const STATES = ['announced', 'sealing', 'present', 'retired'] as const satisfies readonly Generation['state'][]

const stateOf = (text: string): Generation['state'] => {
  const state = STATES.find((known) => known === text)
  if (state === undefined) throw new Error(`a root key has the unknown state ${text}`)
  return state
}

/** From the oldest to the newest; none until a root key is replaced for the first time. */
export const readGenerations = async (db: Kysely<Schema>): Promise<readonly Generation[]> => {
  const rows = await db.selectFrom('root_keys').selectAll().orderBy('generation').execute()
  return rows.map((row) => ({
    generation: row.generation,
    keyId: row.key_id,
    state: stateOf(row.state),
    lookupKeys: row.lookup_keys,
  }))
}

/** What a node says of itself when it acts on this generation in this state. */
export const confirmationOf = ({ generation, state, keyId }: Generation): string => `${generation}:${state}:${keyId}`
