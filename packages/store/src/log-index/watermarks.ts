import type { Kysely } from 'kysely'
import type { Engine } from '../dialect/engine.ts'
import type { Schema } from '../schema.ts'
import { ALL_KINDS, type SumKind } from './kinds.ts'

export const PLACES_STATE = 'places'

/** Each kind has a state of its own, so that one transaction adds many rows to few sums and is over soon. */
export const stateOf = ({ code }: SumKind): string => `sums ${code}`

const statesIn = (db: Kysely<Schema>, { capabilities }: Engine) => {
  const states = db.selectFrom('log_sum_state').selectAll().orderBy('name')
  return capabilities.supportsForUpdate ? states.forUpdate() : states
}

/** How often rows were deleted that were not noted yet: whoever was about to note them must look again. */
const DELETIONS = 'deletions'

/** How far everything is. */
export class States {
  readonly #byName: ReadonlyMap<string, number>

  constructor(rows: readonly { readonly name: string; readonly through_id: number }[]) {
    this.#byName = new Map(rows.map((row) => [row.name, row.through_id]))
  }

  /** The last row that is noted under this name. */
  through(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  leastOf(names: readonly string[]): number {
    return Math.min(...names.map((name) => this.through(name)))
  }

  get deletions(): number {
    return this.through(DELETIONS)
  }
}

/** Keeps everybody else from moving this state, and from deleting rows that are not noted, until the end of the transaction. */
export const holdState = async (db: Kysely<Schema>, engine: Engine, name: string): Promise<States> =>
  new States(await statesIn(db, engine).where('name', 'in', [DELETIONS, name]).execute())

/** Without holding them: somebody else may move them at any moment. */
export const readStates = async (db: Kysely<Schema>): Promise<States> =>
  new States(await db.selectFrom('log_sum_state').selectAll().execute())

export const moveState = async (db: Kysely<Schema>, name: string, throughId: number): Promise<void> => {
  await db.updateTable('log_sum_state').set({ through_id: throughId }).where('name', '=', name).execute()
}

/** Keeps everybody from noting anything until the end of the transaction. */
export const holdAllStates = async (db: Kysely<Schema>, engine: Engine): Promise<States> => new States(await statesIn(db, engine).execute())

/** Part of the transaction that removes the rows; it must hold all states. */
export const noteDeletion = async (db: Kysely<Schema>, states: States, ids: readonly number[]): Promise<void> => {
  const noted = states.leastOf([PLACES_STATE, ...ALL_KINDS.map(stateOf)])
  if (ids.some((id) => id > noted)) await moveState(db, DELETIONS, states.deletions + 1)
}
