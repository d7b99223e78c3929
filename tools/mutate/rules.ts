import type { VisitorObject } from 'oxc-parser'
import { parseSource } from '../parse-source.ts'
import type { Change, Kind } from './mutant.ts'
import { changedText, textKind } from './texts.ts'

type Node<Name extends keyof VisitorObject> = Parameters<NonNullable<VisitorObject[Name]>>[0]

/** Names of constants such as `Role`, each with its members in their order. */
export type Enumerations = ReadonlyMap<string, readonly string[]>

interface Spot {
  readonly start: number
  readonly end: number
}

interface Rules {
  readonly source: string
  readonly enumerations: Enumerations
  readonly add: (kind: Kind, spot: Spot, after: string) => void
}

const opposites: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '>='],
  ['<=', '>'],
  ['>', '<='],
  ['>=', '<'],
])
const boundaries: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])
const formulas: ReadonlyMap<string, string> = new Map([
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
])
const extremes: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['ceil', 'floor'],
  ['floor', 'ceil'],
  ['some', 'every'],
  ['every', 'some'],
])
const directions: ReadonlyMap<string, string> = new Map([
  ['asc', 'desc'],
  ['desc', 'asc'],
])

const textOf = ({ source }: Rules, { start, end }: Spot): string => source.slice(start, end)

const operatorSpot = (rules: Rules, node: Node<'BinaryExpression'> | Node<'LogicalExpression'>): Spot => {
  const start = rules.source.indexOf(node.operator, node.left.end)
  return { start, end: start + node.operator.length }
}

const operators = (rules: Rules): VisitorObject => ({
  BinaryExpression: (node) => {
    const spot = operatorSpot(rules, node)
    const [opposite, boundary, formula] = [opposites.get(node.operator), boundaries.get(node.operator), formulas.get(node.operator)]
    if (opposite !== undefined) rules.add('comparison', spot, opposite)
    if (boundary !== undefined) rules.add('boundary', spot, boundary)
    if (formula !== undefined) rules.add('arithmetic', spot, formula)
  },
  LogicalExpression: (node) => {
    if (node.operator !== '??') rules.add('logic', operatorSpot(rules, node), node.operator === '&&' ? '||' : '&&')
  },
})

const endsEarly = (node: Node<'IfStatement'>['consequent']): boolean => {
  if (node.type === 'BlockStatement') return node.body.length === 1 && node.body.every((only) => endsEarly(only))
  return ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(node.type)
}

const statements = (rules: Rules): VisitorObject => ({
  IfStatement: (node) => {
    rules.add('condition', node.test, `!(${textOf(rules, node.test)})`)
    if (node.alternate === null && endsEarly(node.consequent)) rules.add('guard', node, ';')
  },
  ConditionalExpression: ({ test }) => rules.add('condition', test, `!(${textOf(rules, test)})`),
  ExpressionStatement: (node) => {
    const { expression } = node
    const called = expression.type === 'AwaitExpression' ? expression.argument : expression
    if (called.type === 'CallExpression' && called.callee.type !== 'Super') rules.add('call', node, ';')
    if (expression.type === 'AwaitExpression') rules.add('wait', expression, `void ${textOf(rules, expression.argument)}`)
  },
})

const members = (rules: Rules): VisitorObject => ({
  MemberExpression: (node) => {
    if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier' || node.computed) return
    const names = rules.enumerations.get(node.object.name) ?? []
    const at = names.indexOf(node.property.name)
    const other = at === -1 ? undefined : names[(at + 1) % names.length]
    if (other !== undefined && names.length > 1) rules.add('member', node.property, other)
  },
  CallExpression: (node) => {
    const { callee } = node
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return
    const { name } = callee.property
    const other = extremes.get(name)
    if (other !== undefined) rules.add('extreme', callee.property, other)
    if (name !== 'toSorted' && name !== 'sort') return
    rules.add('sort', node, textOf(rules, callee.object))
    rules.add('sort', node, `${textOf(rules, node)}.reverse()`)
  },
})

const literals = (rules: Rules): VisitorObject => ({
  Literal: (node) => {
    const { value } = node
    if (typeof value === 'boolean') rules.add('flag', node, String(!value))
    if (typeof value === 'number') rules.add('number', node, String(value + 1))
    if (typeof value !== 'string' || value.trim() === '') return
    const direction = directions.get(value)
    if (direction !== undefined) return rules.add('sort', node, `'${direction}'`)
    const quote = textOf(rules, node)[0] ?? "'"
    rules.add(textKind(value), { start: node.start + 1, end: node.end - 1 }, changedText(textOf(rules, node).slice(1, -1), quote))
  },
  TemplateElement: ({ value, start, end }) => {
    // The parser counts the backquote or the braces in; the text itself is found inside.
    const at = rules.source.indexOf(value.raw, start)
    if (/\p{L}{3}/u.test(value.raw) && at < end)
      rules.add('message', { start: at, end: at + value.raw.length }, changedText(value.raw, '`'))
  },
})

/** Places where a text or number is no behaviour: names of modules, types, and what no unit test looks at. */
const leftOut = (skip: (spot: Spot) => void): VisitorObject => ({
  ImportDeclaration: skip,
  ImportExpression: skip,
  ExportAllDeclaration: skip,
  ExportNamedDeclaration: (node) => {
    if (node.source !== null) skip(node)
  },
  TSLiteralType: skip,
  TSImportType: skip,
  TSTypeAliasDeclaration: skip,
  TSInterfaceDeclaration: skip,
  TSTypeAnnotation: skip,
  JSXAttribute: (node) => {
    if (node.name.type === 'JSXIdentifier' && ['className', 'key'].includes(node.name.name)) skip(node)
  },
})

/** Every change that the rules find in one source, in the order of their places. */
export const findChanges = (path: string, source: string, enumerations: Enumerations): readonly Change[] => {
  const { visit } = parseSource(path, source)
  const skipped: Spot[] = []
  visit(leftOut((spot) => void skipped.push(spot)))
  const found: Change[] = []
  const add = (kind: Kind, { start, end }: Spot, after: string): void => {
    if (!skipped.some((spot) => spot.start <= start && end <= spot.end)) found.push({ kind, start, end, after })
  }
  const rules: Rules = { source, enumerations, add }
  for (const visitor of [operators(rules), statements(rules), members(rules), literals(rules)]) visit(visitor)
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end || a.after.localeCompare(b.after))
}

/** Constants of the form `Role = { user: 1, admin: 10 } as const`, found in the given sources. */
export const findEnumerations = (sources: Iterable<readonly [string, string]>): Enumerations => {
  const found = new Map<string, readonly string[]>()
  for (const [path, source] of sources) {
    parseSource(path, source).visit({
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== 'Identifier' || init?.type !== 'TSAsExpression' || init.expression.type !== 'ObjectExpression') return
        const names = init.expression.properties.map((member) =>
          member.type === 'Property' && member.key.type === 'Identifier' && member.value.type === 'Literal' ? member.key.name : undefined,
        )
        const known = names.filter((name) => name !== undefined)
        if (known.length === names.length) found.set(id.name, known)
      },
    })
  }
  return found
}
