import { CommandError } from '../commands.ts'
import type { Config } from '../config.ts'
import { openerFrom, sealerFor } from './age-stream.ts'
import type { Openers, WriteOptions } from './backup-file.ts'
import { openStream, sealStream } from './sealed-stream.ts'

const MIN_LENGTH = 12

export type Ask = (question: string) => Promise<string>

type Sealing = Pick<Config, 'backupPassphrase' | 'backupRecipients'>

export interface Seal {
  readonly seal: NonNullable<WriteOptions['seal']>
  /** What opens it, as a person would say it. */
  readonly key: 'the passphrase' | 'the age key'
}

interface Wish {
  readonly recipients: readonly string[]
  readonly isAsked: boolean
  readonly ask: Ask
}

const askNew = async (ask: Ask): Promise<string> => {
  const given = await ask('Passphrase for the backup: ')
  if (given.length < MIN_LENGTH) throw new CommandError(`the passphrase has ${given.length} characters: take at least ${MIN_LENGTH}`)
  return given
}

/** For a new backup: what the command asks for, then what the environment does. Undefined: it is not to be encrypted. */
export const newSeal = async (
  { backupPassphrase, backupRecipients }: Sealing,
  { recipients, isAsked, ask }: Wish,
): Promise<Seal | undefined> => {
  const readers = recipients.length > 0 || isAsked ? recipients : backupRecipients
  if (readers.length > 0) return { seal: await sealerFor(readers), key: 'the age key' }
  const passphrase = isAsked ? await askNew(ask) : backupPassphrase
  return passphrase === '' ? undefined : { seal: (chunks) => sealStream(chunks, passphrase), key: 'the passphrase' }
}

/** For a backup that is there. */
export const openersOf = (
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  { ask, identity }: { readonly ask: Ask; readonly identity: string | undefined },
): Openers => ({
  byPassphrase: async () => {
    const passphrase = backupPassphrase === '' ? await ask('Passphrase of the backup: ') : backupPassphrase
    return (chunks) => openStream(chunks, passphrase)
  },
  byIdentity: async () => {
    if (identity === undefined)
      throw new CommandError('the backup is encrypted to a key of age: add --identity <file>, the file that age-keygen wrote')
    return await openerFrom(identity)
  },
})
