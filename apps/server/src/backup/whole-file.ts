import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '../commands.ts'

export const OWNER_ONLY = 0o600
/** What a file system says that knows no second name for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Ends the names of files that are not whole. */
const PARTIAL_ENDING = '.partial'

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

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

/** On the disk before it has its name; what fails leaves nothing behind. `write` makes the file that it is given the name of. */
export const writeWholeFile = async (path: string, write: (partial: string) => Promise<void>): Promise<void> => {
  const partial = `${path}.${randomBytes(4).toString('hex')}${PARTIAL_ENDING}`
  try {
    await write(partial)
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
