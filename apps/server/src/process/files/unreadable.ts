import { accessSync, constants } from 'node:fs'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown')

const isNowhere = (code: string): boolean => code === 'ENOENT' || code === 'ENOTDIR'

/** What keeps this account from a file: `missing`, or the code of the system. Undefined: nothing does. */
export const unreadableBecause = (path: string): string | undefined => {
  try {
    accessSync(path, constants.R_OK)
    return undefined
  } catch (error) {
    const code = codeOf(error)
    return isNowhere(code) ? 'missing' : code
  }
}

/** Why a file that somebody named on the line could not be read. */
export const explainUnread = (path: string, error: unknown): string => {
  const code = codeOf(error)
  if (isNowhere(code)) return `there is no file ${path}`
  if (code === 'EISDIR') return `${path} is a folder: name a file`
  if (code === 'EACCES' || code === 'EPERM') return `this account may not read ${path}: check its owner and rights`
  return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
}
