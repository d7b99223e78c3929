import { StoreLocked, StoreUnavailable, WriteConflict } from '../errors.ts'
import { ReservationChanged, type OpenContext } from './open-reservations.ts'

const MAX_CONFLICTS = 8
/** A lost connection is tried once more on a fresh one: a restarted server leaves dead connections in the pool. */
const MAX_LOST = 1

/** How often one batch was tried, and what the next try must look at. */
export class Tries {
  #conflicts = 0
  #lost = 0
  #readsAll = false

  get reading(): Pick<OpenContext, 'mayBeRepeated' | 'readsAll'> {
    return { mayBeRepeated: this.#lost > 0, readsAll: this.#readsAll }
  }

  mayGoOn(error: unknown): boolean {
    if (error instanceof ReservationChanged && !this.#readsAll) {
      this.#readsAll = true
      return true
    }
    if (error instanceof WriteConflict) return this.#conflicts++ < MAX_CONFLICTS
    return error instanceof StoreUnavailable && !(error instanceof StoreLocked) && this.#lost++ < MAX_LOST
  }
}
