import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const KEY_BYTES = 32
const FILE_MODE = 0o600
const OTHERS = 0o077
/** While a root key is replaced: the one before and the next one. */
const MAX_KEYS = 2

/** The key file is there but cannot be used. The message is one line for the operator. */
export class BadKeyFile extends Error {
  override readonly name = 'BadKeyFile'
}

const parseKeys = (text: string, file: string): readonly Uint8Array[] => {
  const lines = text.trim().split(/\s*\n\s*/)
  if (lines.length > MAX_KEYS || lines.some((line) => !/^[0-9a-f]{64}$/.test(line))) {
    throw new BadKeyFile(
      `the key file ${file} does not hold a key: expected 64 hexadecimal characters, or two such lines while the key is replaced. Restore it from your backup`,
    )
  }
  return lines.map((line) => Uint8Array.from(Buffer.from(line, 'hex')))
}

const renderKeys = (keys: readonly Uint8Array[]): string => keys.map((key) => `${Buffer.from(key).toString('hex')}\n`).join('')

const writeNew = async (file: string, keys: readonly Uint8Array[]): Promise<void> => {
  const handle = await open(file, 'wx', FILE_MODE)
  try {
    await handle.writeFile(renderKeys(keys))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const newRootKey = (): Uint8Array => Uint8Array.from(randomBytes(KEY_BYTES))

/** What a file system says that knows no second name for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')

/**
 * Of two first starts at once, one gives the key and the other reads it. The file appears with its key inside: one that is made first and
 * filled afterwards could be read empty, and would stay empty after a crash between the two.
 */
export const createKeyFile = async (file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const keys = [newRootKey()]
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  await writeNew(draft, keys)
  try {
    await link(draft, file)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error))) throw error
    await writeNew(file, keys)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The old content or the new one, also after a power failure: what is sealed with a key that no disk holds is lost. */
export const replaceKeyFile = async (file: string, keys: readonly Uint8Array[]): Promise<void> => {
  const draft = `${file}.new`
  try {
    await rm(draft, { force: true })
    await writeNew(draft, keys)
    await rename(draft, file)
  } catch (cause) {
    throw new BadKeyFile(
      `the key file ${file} cannot be written (${codeOf(cause)}): put it in a folder that the server may write to, and set SECRET_KEY_FILE`,
      {
        cause,
      },
    )
  }
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Throws what the system says when there is none. */
export const readKeyFile = async (file: string): Promise<readonly Uint8Array[]> => {
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
    throw new BadKeyFile(`the key file ${file} can be read by others: run chmod 600 on it`)
  }
  return parseKeys(await readFile(file, 'utf8'), file)
}
