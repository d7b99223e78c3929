import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { fault, ok, reasonOf, warning, type Finding } from '../finding.ts'

const SUBJECT = 'rights'
const OTHERS = 0o077
const STICKY = 0o1000

export interface PathReading {
  readonly path: string
  /** Undefined: there is no such file. */
  readonly mode: number | undefined
  readonly isFolder: boolean
  readonly isWritable: boolean
}

const isAllowed = async (path: string, mode: number): Promise<boolean> => {
  try {
    await access(path, mode)
    return true
  } catch {
    return false
  }
}

export const readPath = async (path: string): Promise<PathReading> => {
  try {
    const found = await stat(path)
    const isFolder = found.isDirectory()
    const isWritable = await isAllowed(path, constants.R_OK | constants.W_OK | (isFolder ? constants.X_OK : 0))
    return { path, mode: found.mode, isFolder, isWritable }
  } catch (error) {
    if (reasonOf(error) !== 'ENOENT') return { path, mode: 0, isFolder: false, isWritable: false }
    return { path, mode: undefined, isFolder: false, isWritable: false }
  }
}

const problemOf = ({ path, mode = 0, isFolder, isWritable }: PathReading, user: number): Finding | undefined => {
  if (!isWritable)
    return fault(
      SUBJECT,
      `${path} cannot be written by user ${user}`,
      `run this command with the account of the server; if that is user ${user}: chown ${user} ${path}`,
    )
  // A folder that many share, such as /tmp, is not the server's to close.
  if ((mode & OTHERS) === 0 || (mode & STICKY) !== 0) return undefined
  return warning(SUBJECT, `${path} is open to other accounts`, `run: chmod ${isFolder ? '700' : '600'} ${path}`)
}

/** The data folder first, then the files of the database as far as they are there. */
export const checkRights = (folder: PathReading, files: readonly PathReading[], user: number): readonly Finding[] => {
  if (folder.mode === undefined) {
    return [
      warning(
        SUBJECT,
        `there is no data folder ${folder.path}`,
        'start the server once, which makes it, or set DATA_DIR as the server has it',
      ),
    ]
  }
  const problems = [folder, ...files]
    .filter(({ mode }) => mode !== undefined)
    .map((reading) => problemOf(reading, user))
    .filter((finding) => finding !== undefined)
  return problems.length > 0 ? problems : [ok(SUBJECT, `${folder.path} can be written by user ${user} and is closed to others`)]
}
