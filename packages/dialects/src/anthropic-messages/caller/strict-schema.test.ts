import { expect, it } from 'bun:test'
import { isStrictSchema } from './strict-schema.ts'

const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }

it.each<readonly [string, unknown, boolean]>([
  ['a closed object that requires all its members', closed, true],
  ['one that leaves out a member', { ...closed, required: [] }, false],
  ['one that requires one of two members', { ...closed, properties: { a: {}, b: {} } }, false],
  ['an open object', { ...closed, additionalProperties: true }, false],
  ['members without a type', { properties: { a: {} } }, false],
  ['an open object inside a list', { anyOf: [closed, { type: 'object' }] }, false],
  ['no object', { type: 'string' }, true],
])('takes %s for strict or not', (_, schema, isStrict) => {
  expect(isStrictSchema(schema)).toBe(isStrict)
})

it('looks 32 levels deep', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)])
  expect([isStrictSchema(nested(32)), isStrictSchema(nested(33))]).toEqual([true, false])
})
