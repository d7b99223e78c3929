import { describe, expect, it } from 'bun:test'
import type { TaskCall } from '../model/task.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { numbersOf, readEmbeddingInputs, renderEmbeddings } from './embeddings.ts'

const callOf = (body: TaskCall['body']): TaskCall => ({
  task: 'embeddings',
  model: 'm',
  isStream: false,
  body,
  form: undefined,
  rawBody: JSON.stringify(body),
})

const usage = { input: 5, cacheRead: 3, cacheWrite: 2, output: 0, reasoning: 0, source: 'upstream' } as const

describe('texts to embed', () => {
  it('are one or several', () => {
    expect(readEmbeddingInputs(callOf({ input: 'a' }))).toEqual(['a'])
    expect(readEmbeddingInputs(callOf({ input: ['a', '', 'b'] }))).toEqual(['a', '', 'b'])
  })

  it.each([[[]], [[1, 2]], [['a', 1]], [[['a']]], [7], [null], [undefined]])('are not %j', (input) => {
    const read = () => readEmbeddingInputs(callOf({ input }))
    expect(read).toThrow(UnsupportedInput)
    expect(read).toThrow(expect.objectContaining({ param: 'input', message: 'The input must be text or a list of texts' }))
  })
})

describe('vectors', () => {
  const rendered = (body: NonNullable<TaskCall['body']>, reported: Parameters<typeof renderEmbeddings>[2]) =>
    renderEmbeddings([[0.5, -2], [1]], callOf(body), reported)

  it('are told with the tokens that upstream counted, cached ones too', () => {
    expect(rendered({ input: ['a', 'b'] }, usage)).toEqual({
      body: '{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.5,-2]},{"object":"embedding","index":1,"embedding":[1]}],"model":"m","usage":{"prompt_tokens":10,"total_tokens":10}}',
      contentType: 'application/json',
      usage,
    })
  })

  it('are told with an estimate of 0.38 a byte, rounded up, where upstream counted nothing', () => {
    const reply = rendered({ input: ['天', 'ab'] }, undefined)
    expect(reply.usage).toBeUndefined()
    expect(reply.body).toEndWith('"usage":{"prompt_tokens":2,"total_tokens":2}}')
  })

  it('are packed as floats of 32 bits where the caller asks for base64', () => {
    expect(rendered({ input: 'a', encoding_format: 'base64' }, usage).body).toContain('"embedding":"AAAAPwAAAMA="},')
    expect(rendered({ input: 'a', encoding_format: 'float' }, usage).body).toContain('"embedding":[0.5,-2]},')
  })

  it('hold numbers alone', () => {
    expect(numbersOf([1, '2', null, 3])).toEqual([1, 3])
    expect(numbersOf('1')).toEqual([])
  })
})
