import { CommandError, FoundFaults, recordCommand, withStore, type Shown } from '../commands.ts'
import type { Config } from '../config.ts'
import { verifyLedger } from '../ledger-check.ts'

interface Outcome {
  readonly action: string
  readonly object: string
  /** What was done, for people and for programs. */
  readonly done: string
  readonly json: object
  /** What is left to do. */
  readonly next: string
}

/** Brings the restored database up to date, writes down where it came from and verifies its ledger. */
export const concludeRestore = async (config: Config, { action, object, done, json, next }: Outcome): Promise<Shown> => {
  await withStore(config, (store) => recordCommand(store, action, object))
  try {
    const ledger = await verifyLedger(config)
    return { json: { ...json, ledger: ledger.json }, text: `${done}\n${ledger.text} ${next}` }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const message = `${done} Its ledger was not in order there either:\n${error.message}`
    throw error instanceof FoundFaults ? new FoundFaults(message, { ...json, ledger: error.json }) : new CommandError(message)
  }
}
