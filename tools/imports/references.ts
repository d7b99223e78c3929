import type { VisitorObject } from 'oxc-parser'
import { parseSource } from '../parse-source.ts'
import { globalVisitor, type GlobalName } from './globals.ts'

export interface ImportReference {
  readonly line: number
  /** Undefined when a dynamic import computes its name. */
  readonly specifier: string | undefined
  /** Erased before the program runs. */
  readonly isTypeOnly: boolean
}

export interface GlobalReference {
  readonly line: number
  readonly name: GlobalName
}

export interface References {
  readonly imports: readonly ImportReference[]
  readonly globals: readonly GlobalReference[]
}

interface FoundImport {
  readonly start: number
  readonly specifier: string | undefined
  readonly isTypeOnly: boolean
}

type Handler<Name extends keyof VisitorObject> = Parameters<NonNullable<VisitorObject[Name]>>[0]

type Expression = Handler<'ImportExpression'>['source']

/** The text of a string, or of a template without substitutions. */
const textOf = (node: Expression): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

/** A computed name is reported for `import(…)` only: many functions are called require. */
const requiredModule = ({ callee, arguments: [name] }: Handler<'CallExpression'>): string | undefined => {
  if (callee.type !== 'Identifier' || callee.name !== 'require' || name === undefined || name.type === 'SpreadElement') return undefined
  return textOf(name)
}

const importVisitor = (add: (found: FoundImport) => void) =>
  ({
    ImportDeclaration: ({ start, source, importKind }) => add({ start, specifier: source.value, isTypeOnly: importKind === 'type' }),
    ExportAllDeclaration: ({ start, source, exportKind }) => add({ start, specifier: source.value, isTypeOnly: exportKind === 'type' }),
    ExportNamedDeclaration: ({ start, source, exportKind }) => {
      if (source !== null) add({ start, specifier: source.value, isTypeOnly: exportKind === 'type' })
    },
    ImportExpression: ({ start, source }) => add({ start, specifier: textOf(source), isTypeOnly: false }),
    TSImportType: ({ start, source }) => add({ start, specifier: source.value, isTypeOnly: true }),
    CallExpression: (node) => {
      const specifier = requiredModule(node)
      if (specifier !== undefined) add({ start: node.start, specifier, isTypeOnly: false })
    },
    TSExternalModuleReference: ({ start, expression }) => add({ start, specifier: expression.value, isTypeOnly: false }),
  }) satisfies VisitorObject

const environmentModules = new Set(['process', 'node:process'])

/** The modules that a source names. */
export const findImports = (source: string, path: string): readonly ImportReference[] => {
  const { visit, lineAt } = parseSource(path, source)
  const imports: ImportReference[] = []
  visit(importVisitor(({ start, specifier, isTypeOnly }) => void imports.push({ line: lineAt(start), specifier, isTypeOnly })))
  return imports
}

/** Everything a source names from outside itself: modules, and the globals that the layers forbid. */
export const findReferences = (source: string, path = 'source.ts'): References => {
  const { visit, lineAt } = parseSource(path, source)
  const imports: ImportReference[] = []
  const globals: GlobalReference[] = []
  const addGlobal = (name: GlobalName, start: number): void => void globals.push({ line: lineAt(start), name })
  const ofImports = importVisitor(({ start, specifier, isTypeOnly }) => {
    imports.push({ line: lineAt(start), specifier, isTypeOnly })
    if (specifier !== undefined && environmentModules.has(specifier)) addGlobal('process.env', start)
  })
  const ofGlobals = globalVisitor(addGlobal)
  // One walk for both: it takes longer than the parsing.
  visit({
    ...ofImports,
    ...ofGlobals,
    CallExpression: (node) => {
      ofImports.CallExpression(node)
      ofGlobals.CallExpression(node)
    },
  })
  return { imports, globals }
}
