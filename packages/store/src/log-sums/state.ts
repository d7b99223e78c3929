import type { Kysely } from 'kysely'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import type { SumKind } from './kinds.ts'

export const PLACES_STATE = 'places'

/** Each kind has a state of its own, so that one transaction adds many rows to few sums and is over soon. */
export const stateOf = ({ code }: SumKind): string => `sums ${code}`

const statesIn = (db: Kysely<Schema>, { capabilities }: Engine) => {
  const states = db.selectFrom('log_sum_state').selectAll().orderBy('name')
  return capabilities.supportsForUpdate ? states.forUpdate() : states
}

/** Keeps everybody else from moving this state until the end of the transaction. Returns the last row in it. */
export const holdState = async (db: Kysely<Schema>, engine: Engine, name: string): Promise<number> =>
  (await statesIn(db, engine).where('name', '=', name).executeTakeFirstOrThrow()).through_id

export const holdAllStates = async (db: Kysely<Schema>, engine: Engine): Promise<ReadonlyMap<string, number>> =>
  new Map((await statesIn(db, engine).execute()).map((state) => [state.name, state.through_id]))

/** Without holding them: somebody else may move them at any moment. */
export const readStates = async (db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.selectFrom('log_sum_state').selectAll().execute()).map((state) => [state.name, state.through_id]))

export const moveState = async (db: Kysely<Schema>, name: string, throughId: number): Promise<void> => {
  await db.updateTable('log_sum_state').set({ through_id: throughId }).where('name', '=', name).execute()
}
