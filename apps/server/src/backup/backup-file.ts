import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BadDump } from '@weir/store/dump/bad-dump'
import { CommandError } from '../commands.ts'
import { AGE_BEGINNING } from './age-stream.ts'
import { SEALED_BEGINNING } from './sealed-stream.ts'

type Change = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

const OWNER_ONLY = 0o600
/** What a file system says that knows no second name for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Ends the names of files that are not whole. */
const PARTIAL_ENDING = '.partial'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (path: string): CommandError => new CommandError(`${path} exists already; nothing was written`)

/** The name is taken by a file that is whole, or not at all; a file that has the name meanwhile stays. */
const giveName = async (partial: string, path: string): Promise<void> => {
  try {
    await link(partial, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw exists(path)
    if (!NO_LINKS.has(codeOf(error))) throw error
    await rename(partial, path)
  }
}

/** Says what cannot be written before hours go into it. */
export const refuseTarget = (path: string): void => {
  if (!existsSync(dirname(path))) throw new CommandError(`there is no folder ${dirname(path)}`)
  if (existsSync(path)) throw exists(path)
}

export interface WriteOptions {
  readonly path: string
  readonly lines: AsyncIterable<string>
  /** Undefined: compressed and no more. */
  readonly seal: Change | undefined
  /** After the last line, before the file has its name. */
  readonly beforeName: () => Promise<void>
}

/** Compressed, sealed where that is wanted, and on the disk before it has its name. */
export const writeBackupFile = async ({ path, lines, seal, beforeName }: WriteOptions): Promise<void> => {
  const partial = `${path}.${randomBytes(4).toString('hex')}${PARTIAL_ENDING}`
  try {
    const unchanged: Change = (chunks) => chunks
    await flow(Readable.from(lines), createGzip(), seal ?? unchanged, createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY }))
    await beforeName()
    await flush(partial)
    await giveName(partial, path)
    await flush(dirname(path))
  } catch (error) {
    const code = codeOf(error)
    throw /^E[A-Z]+$/.test(code) ? new CommandError(`${path} cannot be written (${code})`) : error
  } finally {
    await rm(partial, { force: true })
  }
}

const beginningOf = async (path: string): Promise<Buffer> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read (${codeOf(error)})`)
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
