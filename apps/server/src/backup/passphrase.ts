import { CommandError, type askLine } from '../commands.ts'
import type { Config } from '../config.ts'

const MIN_LENGTH = 12

export type Ask = typeof askLine

/** For a new backup. Empty: it is not to be encrypted. */
export const newPassphrase = async (
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  { isAsked, ask }: { readonly isAsked: boolean; readonly ask: Ask },
): Promise<string> => {
  if (!isAsked) return backupPassphrase
  const given = await ask('Passphrase for the backup: ')
  if (given.length < MIN_LENGTH) throw new CommandError(`the passphrase has ${given.length} characters: take at least ${MIN_LENGTH}`)
  return given
}

/** For a backup that is encrypted. */
export const knownPassphrase =
  ({ backupPassphrase }: Pick<Config, 'backupPassphrase'>, ask: Ask): (() => Promise<string>) =>
  async () =>
    backupPassphrase === '' ? await ask('Passphrase of the backup: ') : backupPassphrase
