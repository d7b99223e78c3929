import { BadDump } from '@weir/store/dump/bad-dump'
import { RestoreFailed, RestoreTargetOccupied } from '@weir/store/dump/restore-dump'
import { WrongLogDatabase } from '@weir/store/errors'
import { CommandError } from '../commands.ts'

const SAID = [BadDump, RestoreFailed, WrongLogDatabase]

/** What these say is for the person at the terminal; the rest is told by whoever runs commands. */
export const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw SAID.some((kind) => error instanceof kind) && error instanceof Error ? new CommandError(error.message) : error
  }
}

interface Filling {
  /** What is filled, and how another one is named. */
  readonly target: string
  readonly remedy: string
}

/** The same for what fills a database, which has to be empty. */
export const filling = <T>({ target, remedy }: Filling, work: () => Promise<T>): Promise<T> =>
  explained(async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RestoreTargetOccupied)) throw error
      throw new CommandError(`${target} is not empty (it has the table ${error.table}): ${remedy}; nothing was written`)
    }
  })
