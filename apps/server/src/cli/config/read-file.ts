import { LineCounter, isMap, isNode, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { CommandError, readGivenText } from '../../commands.ts'
import { configFile, type ConfigFile } from './schema.ts'

interface Found {
  readonly path: readonly PropertyKey[]
  readonly problem: string
  /** A member of what stands at the path, rather than that itself. */
  readonly member?: string
}

const problemsIn = (issues: readonly z.core.$ZodIssue[]): readonly Found[] =>
  issues.flatMap((issue): readonly Found[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((member) => ({ path: issue.path, member, problem: 'is no key that is known here' }))
      : [{ path: issue.path, problem: issue.message }],
  )

const offsetOf = (document: Document.Parsed, { path, member }: Found): number => {
  const node = document.getIn(path, true)
  if (member !== undefined && isMap(node)) {
    const key: unknown = node.items.find((pair) => isNode(pair.key) && String(pair.key) === member)?.key
    if (isNode(key)) return key.range?.[0] ?? 0
  }
  if (isNode(node)) return node.range?.[0] ?? 0
  return path.length === 0 ? 0 : offsetOf(document, { path: path.slice(0, -1), problem: '' })
}

const MAX_TOLD = 20

/** The parser goes on with the place, which is told as the line, and with a picture of it. */
const reasonOf = ({ message }: Error): string => message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? ''

/** Every mistake with its line; a file with one is not applied at all. */
export const parseConfig = (text: string, name: string): ConfigFile => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const lineAt = (offset: number): number => lines.linePos(offset).line
  const [broken] = document.errors
  if (broken !== undefined) throw new CommandError(`${name}:${lineAt(broken.pos[0])}: ${reasonOf(broken)}\nnothing was changed`)
  const parsed = configFile.safeParse(document.toJS() ?? {})
  if (parsed.success) return parsed.data
  const told = problemsIn(parsed.error.issues).map((found) => {
    const place = [...found.path, ...(found.member === undefined ? [] : [found.member])].join('.')
    return `${name}:${lineAt(offsetOf(document, found))}: ${place} ${found.problem}`
  })
  throw new CommandError([...told.slice(0, MAX_TOLD), 'nothing was changed'].join('\n'))
}

export const readConfigFile = async (path: string): Promise<ConfigFile> => {
  return parseConfig(await readGivenText(path), path)
}
