import { BadDump } from '@weir/store/dump/bad-dump'
import { RestoreFailed, RestoreTargetOccupied } from '@weir/store/dump/restore-dump'
import { WrongLogDatabase } from '@weir/store/errors'
import { CommandError } from '../commands.ts'

const SAID = [BadDump, RestoreFailed, RestoreTargetOccupied, WrongLogDatabase]

/** What these say is for the person at the terminal; the rest is told by whoever runs commands. */
export const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw SAID.some((kind) => error instanceof kind) && error instanceof Error ? new CommandError(error.message) : error
  }
}
