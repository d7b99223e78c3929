import { findMentions, type Mentions } from './mentions.ts'
import type { Tree } from './tree.ts'

export interface Keys {
  /** Of a program: what it imports, starts or reads, and what those do. */
  readonly ofProgram: (path: string) => string
  /** Of the types that a source sees: its imports, and theirs. */
  readonly ofTypes: (path: string) => string
}

const isSource = (path: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(path) && !path.includes('/fixtures/')

const sumOf = (parts: Iterable<string | Uint8Array>): string => {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) hasher.update(part).update('\0')
  return hasher.digest('base64')
}

const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1)
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))]
}

/** What decides over a file's result, as one short text. `surroundings`: versions and settings that count for every file. */
export const createKeys = (tree: Tree, surroundings: string): Keys => {
  const sums = new Map([...tree].map(([path, bytes]) => [path, sumOf([path, bytes])]))
  const members = new Map<string, string[]>()
  for (const path of tree.keys()) {
    for (const folder of foldersOf(path)) members.set(folder, [...(members.get(folder) ?? []), path])
  }
  const names = { isFile: (path: string) => tree.has(path), isFolder: (path: string) => members.has(path) }
  const mentioned = new Map<string, Mentions>()
  const mentionsOf = (path: string): Mentions => {
    const known = mentioned.get(path)
    if (known !== undefined) return known
    const source = isSource(path) ? (tree.get(path)?.toString('utf8') ?? '') : ''
    const mentions = findMentions(path, source, names)
    mentioned.set(path, mentions)
    return mentions
  }
  const closureOf = (start: string): ReadonlySet<string> => {
    const reached = new Set([start])
    for (const path of reached) for (const next of mentionsOf(path).files) reached.add(next)
    return reached
  }
  const folderSums = new Map<string, string>()
  const folderSum = (folder: string): string => {
    const sum = folderSums.get(folder) ?? sumOf((members.get(folder) ?? []).map((path) => sums.get(path) ?? ''))
    folderSums.set(folder, sum)
    return sum
  }
  // In the order in which they are reached, which is the same while all of them are.
  const keyOf = (files: ReadonlySet<string>, folders: ReadonlySet<string>): string =>
    sumOf([surroundings, ...[...files].map((path) => sums.get(path) ?? ''), ...[...folders].map(folderSum)])
  return {
    ofProgram: (path) => {
      const files = closureOf(path)
      return keyOf(files, new Set([...files].flatMap((file) => mentionsOf(file).folders)))
    },
    ofTypes: (path) => keyOf(closureOf(path), new Set()),
  }
}
