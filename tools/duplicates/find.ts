import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources } from '../source-files.ts'

/** Shorter runs are shared shapes; from here on it is a copy that belongs in the kit. */
const smallestCopy = 12

export interface Copy {
  readonly left: string
  readonly right: string
  readonly lines: number
}

interface CodeLine {
  readonly where: string
  readonly text: string
}

interface Folder {
  readonly name: string
  readonly lines: readonly CodeLine[]
}

const saysNothing = (line: string): boolean => line === '' || /^(?:\/\/|\/\*|\*|import\b)/.test(line) || /^[^\p{L}\p{N}]+$/u.test(line)

/** Renaming a copy after its provider does not make it another text. */
const normalise = (line: string, provider: string): string =>
  line
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(new RegExp(provider.replaceAll(/[^\p{L}\p{N}]/gu, '[-_ ]?'), 'giu'), '_')

const codeLines = (root: string, path: string, provider: string): readonly CodeLine[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((line, index) => ({ where: `${path}:${index + 1}`, text: normalise(line, provider) }))
    .filter((line) => !saysNothing(line.text))

const sharedFolders = new Set(['kit'])

const readFolders = (root: string): readonly Folder[] => {
  const byProvider = Map.groupBy(listSources(root, ['src']), (path) => path.split('/')[1] ?? '')
  return [...byProvider]
    .filter(([name, paths]) => !sharedFolders.has(name) && paths.every((path) => path.split('/').length > 2))
    .map(([name, paths]) => ({
      name,
      lines: paths.filter((path) => !/\.test\.tsx?$/.test(path)).flatMap((path) => codeLines(root, path, name)),
    }))
}

const windowsOf = ({ lines }: Folder): ReadonlyMap<string, number> =>
  new Map(
    lines.slice(0, Math.max(0, lines.length - smallestCopy + 1)).map((_, start) => [
      lines
        .slice(start, start + smallestCopy)
        .map((line) => line.text)
        .join('\n'),
      start,
    ]),
  )

const runLength = (left: readonly CodeLine[], right: readonly CodeLine[]): number => {
  const end = left.findIndex((line, index) => line.text !== right[index]?.text)
  return end === -1 ? left.length : end
}

const firstCopy = (left: Folder, right: Folder): Copy | undefined => {
  const known = windowsOf(left)
  for (const [text, rightStart] of windowsOf(right)) {
    const leftStart = known.get(text)
    if (leftStart === undefined) continue
    const [leftLines, rightLines] = [left.lines.slice(leftStart), right.lines.slice(rightStart)]
    return { left: leftLines[0]?.where ?? left.name, right: rightLines[0]?.where ?? right.name, lines: runLength(leftLines, rightLines) }
  }
  return undefined
}

export interface DuplicateReport {
  readonly folderCount: number
  readonly copies: readonly Copy[]
}

/** The first copied run of every pair of provider folders below `packages/providers`. */
export const findDuplicates = (root: string): DuplicateReport => {
  const folders = readFolders(root)
  const copies = folders.flatMap((left, index) => folders.slice(index + 1).flatMap((right) => firstCopy(left, right) ?? []))
  return { folderCount: folders.length, copies }
}
