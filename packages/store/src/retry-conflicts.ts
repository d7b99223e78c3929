import { WriteConflict } from './errors.ts'

const MAX_TRIES = 8

/** The loser of a deadlock was rolled back whole by the database and simply runs again. */
export const retryConflicts = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof WriteConflict) || tries === MAX_TRIES) throw error
    }
  }
}
