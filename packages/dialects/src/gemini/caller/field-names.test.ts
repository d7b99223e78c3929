import { expect, it } from 'bun:test'
import { inCamelCase } from './field-names.ts'

it('is the same body where no field has a second spelling', () => {
  const body = { contents: [{ parts: [{ text: 'a_b' }] }], generationConfig: { topK: 1 } }
  expect(inCamelCase(body)).toEqual({ body, twice: undefined })
  expect(inCamelCase(body).body).toBe(body)
})

it.each(['args', 'response', 'parameters', 'parametersJsonSchema', 'responseSchema', 'responseJsonSchema', 'labels'])(
  'leaves alone what stands in %s, whose names are the caller’s',
  (name) => {
    const body = { [name]: { snake_case: 1 } }
    expect(inCamelCase(body).body).toBe(body)
    expect(inCamelCase({ [name]: { snake_case: 1 }, top_k: 2 }).body).toEqual({ [name]: { snake_case: 1 }, topK: 2 })
  },
)

it('writes every other name in one spelling, at any depth', () => {
  expect(inCamelCase({ generation_config: [{ top_k: 1, plain: [{ max_2_tokens: 3 }] }] }).body).toEqual({
    generationConfig: [{ topK: 1, plain: [{ max2Tokens: 3 }] }],
  })
})
