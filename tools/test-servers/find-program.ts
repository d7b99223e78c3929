import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian keeps server programs where an ordinary user's PATH does not look. */
const searchFolders = (): readonly string[] =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin'].filter(Boolean)

/** The first of the names that is installed. */
export const findProgram = (...names: readonly string[]): string | undefined =>
  names.flatMap((name) => searchFolders().map((folder) => join(folder, name))).find(isExecutable)

const versionsIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The folder of the newest PostgreSQL that has both the server and initdb. */
export const findPostgresFolder = (): string | undefined => {
  const debian = versionsIn('/usr/lib/postgresql').toSorted((left, right) => Number(right) - Number(left))
  const folders = [...debian.map((version) => `/usr/lib/postgresql/${version}/bin`), ...searchFolders()]
  return folders.find((folder) => isExecutable(join(folder, 'postgres')) && isExecutable(join(folder, 'initdb')))
}

/** The shell draws no window of its own around a page: the same engine at half the work. */
export const HEADLESS = 'chromium-headless-shell'

export const findChromium = (): string | undefined =>
  findProgram(HEADLESS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome')
