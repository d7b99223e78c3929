import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSource } from '../parse-source.ts'
import { listSources, sourceFolders } from '../source-files.ts'

const runners = new Set(['describe', 'it', 'test'])
/** `skipIf` stays allowed: suites for a database run only where its server is. */
const idle = new Set(['only', 'skip', 'todo', 'failing'])
/** Few sources have one of the words anywhere, and the others need no parsing. */
const mayBeIdle = new RegExp(`\\b(?:${[...idle].join('|')})\\b`)

const idleIn = (path: string, source: string): readonly string[] => {
  const found: string[] = []
  const { visit, lineAt } = parseSource(path, source)
  visit({
    MemberExpression: ({ object, property, start }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      if (!runners.has(object.name) || !idle.has(property.name)) return
      found.push(`${path}:${lineAt(start)}: ${object.name}.${property.name} leaves tests unrun`)
    },
  })
  return found
}

/** Tests that are switched off, or that switch the others off. */
export const findIdleTests = (root: string): readonly string[] =>
  listSources(root, sourceFolders)
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
    .filter(([, source]) => mayBeIdle.test(source))
    .flatMap(([path, source]) => idleIn(path, source))
