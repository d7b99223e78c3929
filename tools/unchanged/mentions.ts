import { posix } from 'node:path'
import { ownPath } from '../imports/own-path.ts'

export interface Mentions {
  readonly files: readonly string[]
  /** Of which everything counts; the empty name is the whole tree. */
  readonly folders: readonly string[]
}

interface Names {
  readonly isFile: (path: string) => boolean
  readonly isFolder: (path: string) => boolean
}

const quoted = /(?<=['"`])[\w@./-]+(?=['"`?]|(\$\{|\*))/g
const ownFolder = /\bimport\.meta\.(?:dir|dirname|url|path|filename|resolve)\b|\b__dirname\b/
const anyFolder = /\bcwd\(/
const stepUp = /(['"`])\.\.\1/

const parentOf = (path: string): string => {
  const parent = posix.dirname(path)
  return parent === '.' ? '' : parent
}

const normalized = (path: string): string => posix.normalize(path).replace(/^\.?\/?$|\/$/, '')

/** A word that is the name of a folder by chance names none. */
const namesFolder = (text: string): boolean => text.includes('/')

/**
 * The files and folders of the project that a source names in any text: what it imports, starts or reads.
 * Too many rather than too few: what is missed here would be taken for unchanged.
 */
export const findMentions = (path: string, source: string, names: Names): Mentions => {
  const files = new Set<string>()
  const folders = new Set<string>()
  const folder = parentOf(path)
  const add = (text: string): void => {
    if (text === '' || text.startsWith('/')) return
    const own = text.startsWith('@weir/') ? ownPath(path, text) : undefined
    const candidates = text.startsWith('.') ? [posix.join(folder, text)] : [own ?? text, posix.join(folder, text)]
    for (const candidate of candidates.map(normalized)) {
      if (names.isFile(candidate)) files.add(candidate)
      else if (namesFolder(text) && names.isFolder(candidate)) folders.add(candidate)
    }
  }
  for (const [text, goesOn] of source.matchAll(quoted)) add(goesOn === undefined ? text : text.slice(0, text.lastIndexOf('/') + 1))
  const startsHere = ownFolder.test(source)
  if (startsHere) folders.add(folder)
  // Steps up one by one lead to a folder that only the running program knows.
  if (anyFolder.test(source) || (startsHere && stepUp.test(source))) folders.add('')
  return { files: [...files], folders: [...folders] }
}
