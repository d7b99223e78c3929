import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { lenientNormalizer } from './lenient-normalizer.ts'

const call = (isStream: boolean) => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: isStream }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return parsed.call
}

const chunk = (choice: JsonObject): JsonObject => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, ...choice }],
})

describe('the lenient normalizer', () => {
  it('leaves what is right untouched, so that its bytes can pass', () => {
    const normalizer = lenientNormalizer()(call(true))
    const right = [
      chunk({ delta: { role: 'assistant', content: '' }, finish_reason: null }),
      chunk({
        delta: { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }] },
        finish_reason: null,
      }),
      chunk({ delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] }, finish_reason: null }),
      chunk({ delta: {}, finish_reason: 'tool_calls' }),
    ]
    for (const json of right) expect(normalizer.normalize(json)).toBe(json)
    expect(normalizer.pendingChunk?.()).toBeUndefined()
  })

  it.each([
    ['id', 'chatcmpl-upstream'],
    ['object', 'chat.completion.chunk'],
    ['created', 0],
    ['model', 'm'],
  ])('adds %s where it alone is missing', (name, value) => {
    const { [name]: _, ...rest } = chunk({ delta: { role: 'assistant', content: 'a' }, finish_reason: null })
    expect(lenientNormalizer()(call(true)).normalize(rest)).toEqual({ ...rest, [name]: value })
  })

  it('tells an answer without id and time under those of the gateway, from the first chunk to the last', () => {
    const { id: _, ...rest } = chunk({ delta: { content: 'a' } })
    const normalizer = lenientNormalizer()(call(true), { id: 'chatcmpl-7', created: 1_767_225_600 })
    const told = { id: 'chatcmpl-7', created: 1_767_225_600 }
    expect(normalizer.normalize({ ...rest, id: '', created: 0 })).toMatchObject(told)
    expect(normalizer.normalize({ choices: rest.choices })).toMatchObject(told)
    expect(normalizer.pendingChunk?.()).toMatchObject(told)
  })

  it('numbers the choices of a stream apart', () => {
    const normalizer = lenientNormalizer()(call(true))
    const roles = [0, 1].map((index) =>
      normalizer.normalize({ ...chunk({}), choices: [{ index, delta: { content: 'x' }, finish_reason: null }] }),
    )
    expect(roles).toMatchObject([
      { choices: [{ index: 0, delta: { role: 'assistant' } }] },
      { choices: [{ index: 1, delta: { role: 'assistant' } }] },
    ])
    expect(normalizer.pendingChunk?.()).toMatchObject({
      id: 'c1',
      choices: [
        { index: 0, finish_reason: 'stop' },
        { index: 1, finish_reason: 'stop' },
      ],
    })
  })

  it('takes away an error that says nothing, since clients take its presence for one', () => {
    for (const error of [{}, { code: 0 }, { message: '', code: null }, { code: '0', message: 'success' }, null, '']) {
      const answer = { ...chunk({ delta: { role: 'assistant', content: 'x' }, finish_reason: null }), error }
      expect(lenientNormalizer()(call(true)).normalize(answer)).not.toHaveProperty('error')
    }
    const told = { ...chunk({ delta: {}, finish_reason: null }), error: { code: 0, message: 'no choices' }, choices: [] }
    expect(lenientNormalizer()(call(true)).normalize(told)).toHaveProperty('error')
  })

  it('moves pictures in a list of parts to where clients look for them', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
    const content = [{ type: 'text', text: 'See' }, picture]
    expect(
      lenientNormalizer()(call(false)).normalize(chunk({ message: { role: 'assistant', content }, finish_reason: 'stop' })),
    ).toMatchObject({
      choices: [{ message: { content: 'See', images: [{ ...picture, index: 0 }] } }],
    })
  })

  it('closes calls without arguments where the finish is left out', () => {
    const normalizer = lenientNormalizer()(call(true))
    normalizer.normalize(chunk({ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }] } }))
    expect(normalizer.pendingChunk?.()).toMatchObject({
      choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] }, finish_reason: 'tool_calls' }],
    })
  })

  it('owes nothing when nothing has come', () => {
    expect(lenientNormalizer()(call(true)).pendingChunk?.()).toBeUndefined()
  })

  it.each(['error', 'network_error', 'insufficient_system_resource', 'aborted'])(
    'turns the finish %s, by which upstream gave up, into an error',
    (word) => {
      const whole = chunk({ message: { role: 'assistant', content: 'Hel' }, finish_reason: word })
      expect(lenientNormalizer()(call(false)).normalize(whole)).toMatchObject({ error: { code: word } })
      const stream = lenientNormalizer()(call(true))
      stream.normalize(chunk({ delta: { content: 'Hel' }, finish_reason: null }))
      expect(stream.normalize(chunk({ delta: {}, finish_reason: word }))).toMatchObject({ error: { code: word } })
      expect(stream.pendingChunk?.()).toBeUndefined()
    },
  )

  it('leaves the error as upstream told it beside such a finish', () => {
    const error = { code: 502, message: 'Provider disconnected' }
    expect(lenientNormalizer()(call(true)).normalize({ ...chunk({ delta: {}, finish_reason: 'error' }), error })).toMatchObject({ error })
  })

  it.each([
    ['model_context_window_exceeded', 'length'],
    ['MAX_TOKENS', 'length'],
    ['sensitive', 'content_filter'],
    ['SAFETY', 'content_filter'],
    ['refusal', 'content_filter'],
    ['content_filter: PROHIBITED_CONTENT', 'content_filter'],
    ['constructor', 'stop'],
  ])('knows the finish %s as %s', (word, finish) => {
    const whole = chunk({ message: { role: 'assistant', content: 'Hel' }, finish_reason: word })
    expect(lenientNormalizer()(call(false)).normalize(whole)).toMatchObject({ choices: [{ finish_reason: finish }] })
  })

  it('does the same whatever the words are', () => {
    const outlines = ['c1', ''].flatMap((id) => [1, 'x'].map((created) => ({ id, created, object: 'chat.completion.chunk', model: 'm' })))
    const roles = [{}, { role: 'assistant' }, { role: '' }]
    const ends = [{}, { finish_reason: null }, { finish_reason: 'stop' }]
    const choices = [0, 'x'].flatMap((index) => roles.flatMap((role) => ends.map((end) => ({ index, role, end }))))
    const shapes = outlines.flatMap((outline) => choices.map((choice) => ({ outline, ...choice })))
    const outcome = (sequence: typeof shapes, content: string): string => {
      const normalizer = lenientNormalizer()(call(true))
      const chunks = sequence.map(({ outline, index, role, end }) => ({
        ...outline,
        choices: [{ index, delta: { ...role, content }, ...end }],
      }))
      return JSON.stringify([chunks.map((json) => normalizer.normalize(json) === json), normalizer.pendingChunk?.()])
    }
    for (const first of shapes) for (const next of shapes) expect(outcome([first, next], 'a "word"')).toBe(outcome([first, next], ''))
  })

  it('remembers nothing new of a right chunk that comes again', () => {
    const right = [
      chunk({ delta: { role: 'assistant', content: 'a' }, finish_reason: null }),
      chunk({ delta: { content: 'a' }, finish_reason: null }),
    ]
    const after = (chunks: readonly JsonObject[]) => {
      const normalizer = lenientNormalizer()(call(true))
      for (const json of chunks) expect(normalizer.normalize(json)).toBe(json)
      return [normalizer.normalize({ choices: [{ delta: { content: 'b' } }] }), normalizer.pendingChunk?.()]
    }
    expect(after([...right, right[1] ?? {}, right[1] ?? {}])).toEqual(after(right))
  })
})
