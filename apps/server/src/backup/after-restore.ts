import { CommandError, recordCommand, withStore } from '../commands.ts'
import type { Config } from '../config.ts'
import { verifyLedger } from '../ledger-check.ts'

interface Outcome {
  readonly action: string
  readonly object: string
  /** What was done, for the case that the ledger is not in order. */
  readonly done: string
}

/** Brings the restored database up to date, writes down where it came from and verifies its ledger. */
export const concludeRestore = async (config: Config, { action, object, done }: Outcome): Promise<string> => {
  await withStore(config, (store) => recordCommand(store, action, object))
  try {
    return (await verifyLedger(config)).text ?? ''
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(`${done} Its ledger was not in order there either:\n${error.message}`) : error
  }
}
