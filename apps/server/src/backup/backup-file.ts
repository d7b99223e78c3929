import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, pipeline } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BadDump } from '@weir/store/dump/bad-dump'
import { CommandError } from '../commands.ts'
import { codeOf, OWNER_ONLY, writeWholeFile } from './whole-file.ts'
import { SEALED_BEGINNING, openStream, sealStream } from './sealed-stream.ts'

export interface WriteOptions {
  readonly path: string
  readonly lines: AsyncIterable<string>
  /** Empty: compressed and no more. */
  readonly passphrase: string
  /** After the last line, before the file has its name. */
  readonly beforeName: () => Promise<void>
}

/** Compressed, sealed where there is a passphrase, and on the disk before it has its name. */
export const writeBackupFile = ({ path, lines, passphrase, beforeName }: WriteOptions): Promise<void> =>
  writeWholeFile(path, async (partial) => {
    const seal = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
      passphrase === '' ? chunks : sealStream(chunks, passphrase)
    await flow(Readable.from(lines), createGzip(), seal, createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY }))
    await beforeName()
  })

const beginningOf = async (path: string): Promise<Buffer> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read (${codeOf(error)})`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEALED_BEGINNING.length), 0, SEALED_BEGINNING.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** `passphrase` is undefined for a file that is not sealed. */
async function* dumpIn(path: string, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  const file: ReadStream = createReadStream(path)
  const plain = passphrase === undefined ? file : Readable.from(openStream(file, passphrase))
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

/**
 * The bytes of the dump inside. A sealed file is asked about before anything is read: a person may take longer to answer than a database
 * waits inside a transaction.
 */
export const openBackupFile = async (path: string, askPassphrase: () => Promise<string>): Promise<AsyncIterable<Uint8Array>> => {
  const beginning = await beginningOf(path)
  const isSealed = beginning.toString('latin1') === SEALED_BEGINNING
  if (!isSealed && !(beginning[0] === 0x1f && beginning[1] === 0x8b)) throw new BadDump(`${path} is no backup of Weir`)
  return dumpIn(path, isSealed ? await askPassphrase() : undefined)
}
