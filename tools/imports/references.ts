import { tokenize, type Token } from './tokens.ts'

export interface ImportReference {
  readonly line: number
  /** Undefined when a dynamic import computes its name. */
  readonly specifier: string | undefined
  /** Erased before the program runs. */
  readonly isTypeOnly: boolean
}

export type GlobalName = 'Bun' | 'process.env' | 'import.meta.env' | 'fetch' | 'clock' | 'randomness'

export interface GlobalReference {
  readonly line: number
  readonly name: GlobalName
}

export interface References {
  readonly imports: readonly ImportReference[]
  readonly globals: readonly GlobalReference[]
}

class Cursor {
  readonly #tokens: readonly Token[]
  readonly #at: number

  constructor(tokens: readonly Token[], at: number) {
    this.#tokens = tokens
    this.#at = at
  }

  get line(): number {
    return this.#tokens[this.#at]?.line ?? 0
  }

  /** The text of a word or punctuation token; a string never reads as code. */
  code(offset: number): string | undefined {
    const token = this.#tokens[this.#at + offset]
    return token === undefined || token.kind === 'string' ? undefined : token.text
  }

  string(offset: number): string | undefined {
    const token = this.#tokens[this.#at + offset]
    return token?.kind === 'string' ? token.text : undefined
  }

  /** The member read from the token at `offset`, whether by dot, optional chain or a literal in brackets. */
  member(offset: number): string | undefined {
    if (this.code(offset) === '.') return this.code(offset + 1)
    if (this.code(offset) === '[') return this.string(offset + 1)
    if (this.code(offset) !== '?' || this.code(offset + 1) !== '.') return undefined
    return this.code(offset + 2) === '[' ? this.string(offset + 3) : this.code(offset + 2)
  }

  /** A member of something else, or a property name, is not the global or the keyword of that name. */
  get isProperty(): boolean {
    const before = this.code(-1)
    if (before === '.') return this.code(-2) !== 'globalThis' && this.code(-2) !== '.'
    return this.code(1) === ':' && (before === '{' || before === ',')
  }
}

/** The specifier of `… from 'x'`, looking no further than the clause that may stand before `from`. */
const specifierAfterClause = (cursor: Cursor): string | undefined => {
  for (let offset = 1; offset < 2000; offset++) {
    const code = cursor.code(offset)
    if (code === 'from' && cursor.string(offset + 1) !== undefined) return cursor.string(offset + 1)
    if (code === undefined && cursor.string(offset) === undefined) return undefined
    if (code === '=' || code === ';' || code === '(') return undefined
  }
  return undefined
}

const exportClauseStarts = (cursor: Cursor): boolean => {
  const first = cursor.code(1) === 'type' ? cursor.code(2) : cursor.code(1)
  return first === '*' || first === '{'
}

/** `export { a }` names no module: the clause ends at its brace unless `from` follows. */
const exportSpecifier = (cursor: Cursor): string | undefined => {
  if (!exportClauseStarts(cursor)) return undefined
  for (let offset = 1; offset < 2000; offset++) {
    const code = cursor.code(offset)
    if (code === 'from' && cursor.string(offset + 1) !== undefined) return cursor.string(offset + 1)
    if (code === '}' && cursor.code(offset + 1) !== 'from') return undefined
    if (code === undefined && cursor.string(offset) === undefined) return undefined
  }
  return undefined
}

/** `import type from 'x'` imports a value named type. */
const isTypeClause = (cursor: Cursor): boolean => cursor.code(1) === 'type' && cursor.code(2) !== 'from' && cursor.code(2) !== ','

const specifierOf = (cursor: Cursor): string | undefined => {
  switch (cursor.code(0)) {
    case 'import':
      return cursor.string(1) ?? specifierAfterClause(cursor)
    case 'export':
      return exportSpecifier(cursor)
    default:
      return undefined
  }
}

/** A computed name is reported for `import(…)` only: many functions are called require. */
const importCall = (cursor: Cursor): ImportReference | undefined => {
  const specifier = cursor.string(2)
  const isImport = cursor.code(0) === 'import'
  const isCall = isImport || (cursor.code(0) === 'require' && specifier !== undefined)
  return isCall ? { line: cursor.line, specifier, isTypeOnly: false } : undefined
}

const importAt = (cursor: Cursor): ImportReference | undefined => {
  if (cursor.isProperty) return undefined
  const next = cursor.code(1)
  if (next === '.') return undefined
  if (next === '(') return importCall(cursor)
  const specifier = specifierOf(cursor)
  return specifier === undefined ? undefined : { line: cursor.line, specifier, isTypeOnly: isTypeClause(cursor) }
}

const isDestructuredFrom = (cursor: Cursor): boolean => cursor.code(-1) === '=' && cursor.code(-2) === '}'

const dateReference = (cursor: Cursor): GlobalName | undefined => {
  if (cursor.member(1) === 'now') return 'clock'
  const isBareDate = cursor.code(1) !== '(' || cursor.code(2) === ')'
  return cursor.code(-1) === 'new' && isBareDate ? 'clock' : undefined
}

const randomMembers = new Set(['randomUUID', 'getRandomValues', 'randomBytes', 'randomInt'])
const timers = new Set(['setTimeout', 'setInterval', 'setImmediate'])

const importMetaReference = (cursor: Cursor): GlobalName | undefined =>
  cursor.code(1) === '.' && cursor.code(2) === 'meta' && cursor.member(3) === 'env' ? 'import.meta.env' : undefined

const globalReaders: Readonly<Record<string, (cursor: Cursor) => GlobalName | undefined>> = {
  Bun: (cursor) => (cursor.member(1) === 'env' ? 'process.env' : 'Bun'),
  process: (cursor) => (cursor.member(1) === 'env' || isDestructuredFrom(cursor) ? 'process.env' : undefined),
  import: importMetaReference,
  fetch: (cursor) => (cursor.code(1) === '(' && cursor.code(-1) !== 'function' ? 'fetch' : undefined),
  Date: dateReference,
  performance: (cursor) => (cursor.member(1) === 'now' ? 'clock' : undefined),
  Math: (cursor) => (cursor.member(1) === 'random' ? 'randomness' : undefined),
  crypto: (cursor) => (randomMembers.has(cursor.member(1) ?? '') ? 'randomness' : undefined),
}

const globalAt = (cursor: Cursor): GlobalReference | undefined => {
  const word = cursor.code(0)
  if (word === undefined || cursor.isProperty) return undefined
  if (timers.has(word) && cursor.code(1) === '(') return { line: cursor.line, name: 'clock' }
  const name = Object.hasOwn(globalReaders, word) ? globalReaders[word]?.(cursor) : undefined
  return name === undefined ? undefined : { line: cursor.line, name }
}

const environmentModules = new Set(['process', 'node:process'])

/** Everything a source names from outside itself: modules, and the globals that the layers forbid. */
export const findReferences = (source: string): References => {
  const tokens = tokenize(source)
  const imports: ImportReference[] = []
  const globals: GlobalReference[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== 'word') continue
    const cursor = new Cursor(tokens, at)
    const imported = importAt(cursor)
    if (imported !== undefined) imports.push(imported)
    if (imported?.specifier !== undefined && environmentModules.has(imported.specifier))
      globals.push({ line: imported.line, name: 'process.env' })
    const global = globalAt(cursor)
    if (global !== undefined) globals.push(global)
  }
  return { imports, globals }
}
