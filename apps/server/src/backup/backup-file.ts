import { createReadStream, createWriteStream, statSync, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, pipeline } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BadDump } from '@weir/store/dump/bad-dump'
import { CommandError } from '../commands.ts'
import { AGE_BEGINNING } from './age-stream.ts'
import { SEALED_BEGINNING } from './sealed-stream.ts'
import { explainUnread } from '../process/files/unreadable.ts'
import { codeOf, OWNER_ONLY, writeWholeFile } from './whole-file.ts'

type Change = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

export interface WriteOptions {
  readonly path: string
  readonly lines: AsyncIterable<string>
  /** Undefined: compressed and no more. */
  readonly seal: Change | undefined
  /** After the last line, before the file has its name. */
  readonly beforeName: () => Promise<void>
}

/** Compressed, sealed where that is wanted, and on the disk before it has its name. */
export const writeBackupFile = ({ path, lines, seal, beforeName }: WriteOptions): Promise<void> =>
  writeWholeFile(path, async (partial) => {
    const unchanged: Change = (chunks) => chunks
    await flow(Readable.from(lines), createGzip(), seal ?? unchanged, createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY }))
    await beforeName()
  })

const beginningOf = async (path: string): Promise<Buffer> => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new CommandError(`${path} is a folder: name a file`)
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new CommandError(explainUnread(path, error))
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_BEGINNING.length), 0, AGE_BEGINNING.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** `unseal` is undefined for a file that is not sealed. */
async function* dumpIn(path: string, unseal: Change | undefined): AsyncGenerator<Uint8Array> {
  const file: ReadStream = createReadStream(path)
  const plain = unseal === undefined ? file : Readable.from(unseal(file))
  const gunzip = createGunzip()
  // Errors of every part come out of the last one, which is read here.
  pipeline(plain, gunzip, () => undefined)
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array
  } catch (error) {
    throw codeOf(error).startsWith('Z_') ? new BadDump('the backup is damaged or cut off', { cause: error }) : error
  } finally {
    file.destroy()
  }
}

/** How a file is opened that is sealed by a passphrase, and one that is sealed to a key of age. */
export interface Openers {
  readonly byPassphrase: () => Promise<Change>
  readonly byIdentity: () => Promise<Change>
}

/**
 * The bytes of the dump inside. A sealed file is asked about before anything is read: a person may take longer to answer than a database
 * waits inside a transaction.
 */
export const openBackupFile = async (path: string, { byPassphrase, byIdentity }: Openers): Promise<AsyncIterable<Uint8Array>> => {
  const beginning = await beginningOf(path)
  const text = beginning.toString('latin1')
  if (text.startsWith(SEALED_BEGINNING)) return dumpIn(path, await byPassphrase())
  if (text === AGE_BEGINNING) return dumpIn(path, await byIdentity())
  if (!(beginning[0] === 0x1f && beginning[1] === 0x8b)) throw new BadDump(`${path} is no backup of Weir`)
  return dumpIn(path, undefined)
}
