import { expect, it } from 'bun:test'
import { apply } from './mutant.ts'
import { findChanges, findEnumerations } from './rules.ts'

const roles = new Map([['Role', ['user', 'admin', 'root']]])

const changesOf = (source: string): readonly string[] =>
  findChanges('source.tsx', source, roles).map((change) => `${change.kind}: ${apply(source, change)}`)

it.each([
  ['a < b', ['boundary: a <= b', 'comparison: a >= b']],
  ['a >= b', ['comparison: a < b', 'boundary: a > b']],
  ['a === b', ['comparison: a !== b']],
  ['(a) /* < */ > b', ['comparison: (a) /* < */ <= b', 'boundary: (a) /* < */ >= b']],
  ['a && b', ['logic: a || b']],
  ['a || b', ['logic: a && b']],
  ['a ?? b', []],
  ['a * b', ['arithmetic: a / b']],
  ['a - b', ['arithmetic: a + b']],
  ['x = a ? b : c', ['condition: x = !(a) ? b : c']],
  ['if (a) { b = c; d = e }', ['condition: if (!(a)) { b = c; d = e }']],
  ['f = () => { if (a) return b; return c }', ['guard: f = () => { ; return c }', 'condition: f = () => { if (!(a)) return b; return c }']],
  ['if (a) { throw b }', ['guard: ;', 'condition: if (!(a)) { throw b }']],
  ['x = 41', ['number: x = 42']],
  ['x = true', ['flag: x = false']],
  ["x = 'token'", ["text: x = 'tokenx'"]],
  ["x = 'not found'", ["message: x = 'not foundx'"]],
  ["x = '渠道'", ["message: x = '渠道x'"]],
  ["x = '/api/user'", ["path: x = '/api/userx'"]],
  ["x = 'https://a.example/b'", ["path: x = 'https://a.example/bx'"]],
  ["x = 'blue'", ["colour: x = 'red'"]],
  ["x = 'red'", ["colour: x = 'green'"]],
  ["x = ''", []],
  ["x = 'a\\\\'", ["text: x = 'xa\\\\'"]],
  ["x = 'constructor'", ["text: x = 'constructorx'"]],
  ['x = `model ${a} of ${b}`', ['message: x = `xmodel ${a} of ${b}`']],
  ["q.orderBy(id, 'desc')", ['call: ;', "sort: q.orderBy(id, 'asc')"]],
  ['x = a.toSorted(f)', ['sort: x = a', 'sort: x = a.toSorted(f).reverse()']],
  ['x = Math.min(a, b)', ['extreme: x = Math.max(a, b)']],
  ['x = a.every(f)', ['extreme: x = a.some(f)']],
  ['x = Role.admin', ['member: x = Role.root']],
  ['x = Role.root', ['member: x = Role.user']],
  ['x = Other.admin', []],
  ['f(a)', ['call: ;']],
  ['await f(a)', ['call: ;', 'wait: void f(a)']],
  ['x = await f(a)', []],
])('changes %s', (source, expected) => {
  expect(changesOf(source).toSorted()).toEqual(expected.toSorted())
})

it.each([
  "import a from './a.ts'",
  "import { type B } from 'b'",
  "export { a } from './a.ts'",
  "export * from './a.ts'",
  "type A = 'a' | 'b' | 3",
  "interface A { readonly kind: 'a' }",
  "const a: 'a' | undefined = undefined",
  'x = <div className="wide" />',
])('leaves %s alone', (source) => {
  expect(changesOf(source)).toEqual([])
})

it('throws on a source that it cannot read', () => {
  expect(() => findChanges('a.ts', 'const = 1', roles)).toThrow('a.ts:1')
})

it('knows the constants whose members are all literals', () => {
  const source = 'export const Role = { user: 1, admin: 10 } as const; const mixed = { a: 1, b: f() } as const; const plain = { a: 1 }'
  expect([...findEnumerations([['user.ts', source]])]).toEqual([['Role', ['user', 'admin']]])
})
