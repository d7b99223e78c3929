import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listTrees } from './trees.ts'

const MOST_FILES = 20
const MOST_LINES = 300

/** Tables, not code: their length is the length of a list in the world. */
const dataFolders = /\/(?:catalog|catalogue|i18n|migrations)\//

const isMeasured = (path: string): boolean => !/\.test\.tsx?$/.test(path) && !dataFolders.test(path)

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** Folders with too many sources directly in them, and sources with too many lines. Tests are not counted. */
export const findOversized = (root: string): readonly string[] => {
  const files = listTrees(root).flatMap((tree) => tree.files.filter(isMeasured))
  const full = [...Map.groupBy(files, (path) => posix.dirname(path))]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([folder, inside]) => `${folder}: ${inside.length} source files; a folder holds at most ${MOST_FILES}`)
  const long = files
    .map((path) => ({ path, lines: linesOf(readFileSync(join(root, path), 'utf8')) }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines; a file holds at most ${MOST_LINES}`)
  return [...full, ...long]
}
