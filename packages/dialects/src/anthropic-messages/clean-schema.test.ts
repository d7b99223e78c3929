import { describe, expect, it } from 'bun:test'
import { cleanSchema } from './clean-schema.ts'

describe('a schema for structured output', () => {
  it('has its references resolved and its objects closed', () => {
    const schema = {
      $schema: 'x',
      $defs: { count: { type: 'integer', description: 'how many' } },
      type: 'object',
      properties: {
        count: { $ref: '#/$defs/count', description: 'own words' },
        maybe: { type: ['object', 'null'] },
        bare: { properties: {} },
      },
      additionalProperties: true,
    }
    expect(cleanSchema(schema)).toEqual({
      type: 'object',
      properties: {
        count: { type: 'integer', description: 'own words' },
        maybe: { type: ['object', 'null'], additionalProperties: false },
        bare: { properties: {}, additionalProperties: false },
      },
      additionalProperties: false,
    })
  })

  it('tells in words what the wire refuses', () => {
    const told = (schema: object) => cleanSchema({ ...schema })
    expect(told({ type: 'integer', minimum: 1, maximum: 9, description: 'how many' })).toEqual({
      type: 'integer',
      description: 'how many\n\n{minimum: 1, maximum: 9}',
    })
    expect(told({ type: 'string', minLength: 2, maxLength: 3, pattern: '^a' })).toEqual({
      type: 'string',
      description: '{minLength: 2, maxLength: 3, pattern: "^a"}',
    })
    expect(told({ type: 'array', items: { type: 'number', multipleOf: 5 }, minItems: 2, maxItems: 4, uniqueItems: true })).toEqual({
      type: 'array',
      items: { type: 'number', description: '{multipleOf: 5}' },
      description: '{minItems: 2, maxItems: 4, uniqueItems: true}',
    })
    expect(told({ type: 'string', format: 'phone' })).toEqual({ type: 'string', description: '{format: "phone"}' })
    expect(told({ const: { a: 1 } })).toEqual({ description: '{const: {"a":1}}' })
    expect(told({ const: 'a' })).toEqual({ const: 'a' })
    expect(told({ enum: [{ a: 1 }] })).toEqual({ description: '{enum: [{"a":1}]}' })
  })

  it('keeps what the wire knows', () => {
    const schema = {
      title: 'T',
      description: 'd',
      anyOf: [
        { type: 'string', format: 'date', default: 'x' },
        { enum: [1, null, 'a'] },
        { type: 'array', items: { const: 2 }, minItems: 1 },
        { allOf: [{ type: 'boolean' }] },
      ],
    }
    expect(cleanSchema(schema)).toEqual(schema)
    expect(cleanSchema({ oneOf: [{ type: 'null' }] })).toEqual({ anyOf: [{ type: 'null' }] })
  })

  it('keeps members whose names are keywords, and values that look like schemas', () => {
    const schema = {
      type: 'object',
      properties: { pattern: { type: 'object', default: { minimum: 1 } }, not: { const: 'maximum' } },
      required: ['not'],
    }
    expect(cleanSchema(schema)).toEqual({
      ...schema,
      properties: { pattern: { type: 'object', default: { minimum: 1 }, additionalProperties: false }, not: { const: 'maximum' } },
      additionalProperties: false,
    })
  })

  it('ends where a schema refers to itself', () => {
    const schema = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' }
    expect(JSON.stringify(cleanSchema(schema)).length).toBeLessThan(5000)
  })

  it('stays small where references multiply', () => {
    const step = (next: number) => ({ type: 'object', properties: { a: { $ref: `#/$defs/${next}` }, b: { $ref: `#/$defs/${next}` } } })
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, step(at + 1)]))
    expect(JSON.stringify(cleanSchema({ $defs, ...step(0) })).length).toBeLessThan(200_000)
  })
})

it('finds what a reference names, slashes and tildes included', () => {
  const $defs = { 'a/b': { type: 'string' }, 'c~d': { type: 'integer' } }
  expect(cleanSchema({ $defs, type: 'object', properties: { x: { $ref: '#/$defs/a~1b' }, y: { $ref: '#/$defs/c~0d' } } })).toMatchObject({
    properties: { x: { type: 'string' }, y: { type: 'integer' } },
  })
})
