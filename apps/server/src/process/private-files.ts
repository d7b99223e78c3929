import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { describeError, log } from './log.ts'

const OTHERS = 0o077
const STICKY = 0o1000
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A folder that many share, such as /tmp, is not the server's to close. */
const tighten = async (path: string, mode: number): Promise<void> => {
  try {
    const { mode: present } = await stat(path)
    if ((present & OTHERS) !== 0 && (present & STICKY) === 0) await chmod(path, mode)
  } catch (error) {
    if (isMissing(error)) return
    log.error('others may read this: set its rights by hand', { path, ...describeError(error) })
  }
}

/** The database with its log and index, and the locks beside it. */
const filesOf = async ({ dataDir, sqlitePath }: Pick<Config, 'dataDir' | 'sqlitePath'>): Promise<readonly string[]> => {
  const name = basename(sqlitePath)
  const locks = (await readdir(dataDir)).filter((file) => file.endsWith('.lock'))
  return [
    ...['', '-wal', '-shm', '-journal'].map((ending) => join(dirname(sqlitePath), name + ending)),
    ...locks.map((file) => join(dataDir, file)),
  ]
}

/**
 * Everything the process makes from now on is for its own account alone, and so is what an earlier version left readable:
 * the database holds password hashes and what callers paid for.
 */
export const keepDataPrivate = async (config: Pick<Config, 'dataDir' | 'sqlitePath'>): Promise<void> => {
  process.umask(OTHERS)
  await mkdir(config.dataDir, { recursive: true })
  await tighten(config.dataDir, FOLDER_MODE)
  for (const file of await filesOf(config)) await tighten(file, FILE_MODE)
}
