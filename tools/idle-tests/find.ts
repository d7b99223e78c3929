import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenize } from '../imports/tokens.ts'
import { listSources, sourceFolders } from '../source-files.ts'

const runners = new Set(['describe', 'it', 'test'])
/** `skipIf` stays allowed: suites for a database run only where its server is. */
const idle = new Set(['only', 'skip', 'todo', 'failing'])

const idleIn = (path: string, source: string): readonly string[] => {
  const tokens = tokenize(source)
  return tokens.flatMap(({ text, line }, at) => {
    const modifier = tokens[at + 2]?.text ?? ''
    const isIdle = runners.has(text) && tokens[at + 1]?.text === '.' && idle.has(modifier) && tokens[at - 1]?.text !== '.'
    return isIdle ? [`${path}:${line}: ${text}.${modifier} leaves tests unrun`] : []
  })
}

/** Tests that are switched off, or that switch the others off. */
export const findIdleTests = (root: string): readonly string[] =>
  listSources(root, sourceFolders)
    .filter((path) => /\.test\.tsx?$/.test(path))
    .flatMap((path) => idleIn(path, readFileSync(join(root, path), 'utf8')))
