import { expect, it } from 'bun:test'
import { sampleArguments } from './sample-arguments.ts'

const of = (schema: object): unknown => (JSON.parse(sampleArguments({ properties: { x: schema } })) as { x: unknown }).x

it.each<readonly [object, unknown]>([
  [{ type: 'string' }, 'example'],
  [{ type: 'string', format: 'date' }, '2026-01-01'],
  [{ type: 'integer' }, 1],
  [{ type: 'number', minimum: 5 }, 5],
  [{ type: 'boolean' }, true],
  [{ type: ['integer', 'null'] }, 1],
  [{ type: 'array', items: { type: 'boolean' } }, [true]],
  [{ type: 'object' }, {}],
  [{ properties: { y: { type: 'boolean' } } }, { y: true }],
  [{ const: 0, default: 1 }, 0],
  [{ default: 1, enum: [2] }, 1],
  [{ enum: [2, 3], examples: [4] }, 2],
  [{ examples: [4], type: 'string' }, 4],
  [{ type: 'null' }, null],
  [{}, null],
])('of %j is %j', (schema, value) => {
  expect(of(schema)).toEqual(value)
})

it('holds what is required, or everything where nothing is', () => {
  const properties = { a: { type: 'boolean' }, b: { type: 'integer' } }
  expect(sampleArguments({ properties, required: ['b'] })).toBe('{"b":1}')
  expect(sampleArguments({ properties, required: [] })).toBe('{"a":true,"b":1}')
  expect(sampleArguments(undefined)).toBe('{}')
})

it('goes five deep into a schema that holds itself', () => {
  const schema: Record<string, unknown> = {}
  schema['properties'] = { x: schema }
  expect(sampleArguments(schema)).toBe('{"x":{"x":{"x":{"x":{"x":{"x":null}}}}}}')
})
