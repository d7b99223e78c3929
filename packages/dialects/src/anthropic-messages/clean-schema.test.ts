import { describe, expect, it } from 'bun:test'
import { cleanSchema } from './clean-schema.ts'

describe('a schema for structured output', () => {
  it('has its references resolved and what is refused left out', () => {
    const schema = {
      $schema: 'x',
      $defs: { count: { type: 'integer', minimum: 1, description: 'how many' } },
      type: 'object',
      properties: {
        count: { $ref: '#/$defs/count', description: 'own words' },
        list: { type: 'array', minItems: 2, items: { type: 'string' } },
      },
    }
    expect(cleanSchema(schema)).toEqual({
      type: 'object',
      properties: { count: { type: 'integer', description: 'own words' }, list: { type: 'array', items: { type: 'string' } } },
      additionalProperties: false,
    })
  })

  it('keeps members whose names are keywords, and values that look like schemas', () => {
    const schema = {
      type: 'object',
      properties: { pattern: { enum: [{ minimum: 1 }] }, not: { const: { maximum: 2 } } },
      required: ['not'],
    }
    expect(cleanSchema(schema)).toEqual({ ...schema, additionalProperties: false })
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
