import type { VisitorObject } from 'oxc-parser'

export type GlobalName = 'Bun' | 'process.env' | 'import.meta.env' | 'fetch' | 'clock' | 'randomness' | 'JSON.parse'

type Handler<Name extends keyof VisitorObject> = Parameters<NonNullable<VisitorObject[Name]>>[0]

type Member = Handler<'MemberExpression'>
type Expression = Member['object']
type Binding = Handler<'AssignmentExpression'>['left'] | Handler<'VariableDeclarator'>['id']

/** The member read from an object, whether by dot, optional chain or a literal in brackets. */
const memberName = ({ property, computed }: Member): string | undefined => {
  if (property.type === 'Identifier' && !computed) return property.name
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined
}

/** `fetch` and `globalThis.fetch` are the same thing. */
const globalNamed = (node: Expression): string | undefined => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ChainExpression') return globalNamed(node.expression)
  if (node.type !== 'MemberExpression') return undefined
  return node.object.type === 'Identifier' && node.object.name === 'globalThis' ? memberName(node) : undefined
}

const members: Readonly<Record<string, Readonly<Record<string, GlobalName>>>> = {
  Bun: { env: 'process.env' },
  process: { env: 'process.env' },
  Date: { now: 'clock' },
  performance: { now: 'clock' },
  Math: { random: 'randomness' },
  JSON: { parse: 'JSON.parse' },
  crypto: { randomUUID: 'randomness', getRandomValues: 'randomness', randomBytes: 'randomness', randomInt: 'randomness' },
}

const calls: Readonly<Record<string, GlobalName>> = {
  fetch: 'fetch',
  setTimeout: 'clock',
  setInterval: 'clock',
  setImmediate: 'clock',
}

const entry = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined

const memberReference = (node: Member): GlobalName | undefined => {
  if (node.object.type === 'MetaProperty') return memberName(node) === 'env' ? 'import.meta.env' : undefined
  return entry(entry(members, globalNamed(node.object)) ?? {}, memberName(node))
}

/** Reports every use of a global that a layer may be forbidden, with the offset where it stands. */
export const globalVisitor = (report: (name: GlobalName, start: number) => void) => {
  /** Words that only look like the global: names of members, and what is reported already. */
  const passed = new WeakSet<object>()

  const readMember = (node: Member): void => {
    if (!node.computed) passed.add(node.property)
    const found = memberReference(node)
    if (found !== undefined) {
      passed.add(node.object)
      report(found, node.start)
    } else if (!passed.has(node) && node.object.type === 'Identifier' && globalNamed(node) === 'Bun') report('Bun', node.start)
  }

  const readKey = ({ key, computed }: { readonly key: object; readonly computed: boolean }): void => {
    if (!computed) passed.add(key)
  }

  const readDestructuring = (target: Binding, from: Expression | null): void => {
    if (from !== null && target.type === 'ObjectPattern' && globalNamed(from) === 'process') report('process.env', from.start)
  }

  return {
    MemberExpression: readMember,
    Property: readKey,
    MethodDefinition: readKey,
    PropertyDefinition: readKey,
    TSPropertySignature: readKey,
    TSMethodSignature: readKey,
    Identifier: (node) => {
      if (node.name === 'Bun' && !passed.has(node)) report('Bun', node.start)
    },
    VariableDeclarator: ({ id, init }) => readDestructuring(id, init),
    AssignmentExpression: ({ left, right }) => readDestructuring(left, right),
    AssignmentPattern: ({ left, right }) => readDestructuring(left, right),
    CallExpression: ({ callee, start }) => {
      const found = entry(calls, globalNamed(callee))
      if (found !== undefined) report(found, start)
    },
    NewExpression: ({ callee, arguments: given, start }) => {
      if (given.length === 0 && globalNamed(callee) === 'Date') report('clock', start)
    },
  } satisfies VisitorObject
}
