import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../json.ts'
import { SameWireStream } from './same-wire.ts'

const chunk = (delta: JsonObject, over: JsonObject = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...over })}\n\n`

const usageChunk = `data: ${JSON.stringify({ id: 'c', choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } })}\n\n`

/** Names what is not called `c`. */
const normalize = (json: JsonObject): JsonObject => (json['id'] === 'c' ? json : { ...json, id: 'c' })

const read = (frames: readonly string[], wantsUsage: boolean, isNormalized = true) => {
  const words: string[] = []
  const stream = new SameWireStream({
    inspectReply: undefined,
    normalizer: isNormalized ? { normalize } : undefined,
    wantsUsage,
    failureOf: () => ({ fault: 'broken', message: '' }),
    onText: (text) => words.push(text),
    onWords: ({ bytes, length }) => words.push(Buffer.from(bytes.subarray(0, length)).toString()),
  })
  const bytes = frames.map((frame) => Buffer.from(stream.push(Buffer.from(frame))).toString())
  return { bytes, words: words.join('|'), output: stream.usage()?.output, isComplete: stream.isComplete() }
}

const frames = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'two "quoted" \\ 中文' }),
  chunk({ content: '","finish_reason":"stop' }),
  chunk({ content: 'three' }, { id: 'other' }),
  chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  usageChunk,
]

describe('a stream on its way to the caller', () => {
  it('passes right chunks byte for byte, and the others as they are normalized', () => {
    const { bytes, words, isComplete } = read(frames, true)
    expect(bytes).toEqual(frames.with(3, chunk({ content: 'three' })))
    expect(words).toBe('two "quoted" \\ 中文|","finish_reason":"stop|three')
    expect(isComplete).toBe(true)
  })

  it('tells the words of chunks that are passed unread', () => {
    const { bytes, words } = read(frames.toSpliced(3, 1), true, false)
    expect(bytes).toEqual(frames.toSpliced(3, 1))
    expect(words).toBe('two "quoted" \\ 中文|","finish_reason":"stop')
  })

  it('keeps back the usage that the caller did not ask for, and reads it', () => {
    expect(read(frames, false)).toMatchObject({ bytes: [...read(frames, true).bytes.slice(0, -1), ''], output: 2 })
  })
})

describe('figures that upstream leaves out', () => {
  const counted = { input: 3, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0, source: 'estimate' } as const
  const end = (given: readonly string[], wantsUsage: boolean) => {
    const stream = new SameWireStream({
      inspectReply: undefined,
      normalizer: undefined,
      wantsUsage,
      failureOf: () => ({ fault: 'broken', message: '' }),
      onText: () => undefined,
      onWords: () => undefined,
    })
    for (const frame of given) stream.push(Buffer.from(frame))
    stream.assume(counted)
    return Buffer.from(stream.tail() ?? []).toString()
  }
  const said = chunk({ content: 'a' }, { object: 'chat.completion.chunk', created: 7, model: 'm' })

  it('are told as they are charged to a caller who asked for them, before the end', () => {
    const [figures, ...rest] = end([said, chunk({ content: 'b' }, { id: 'd' }), 'data: [DONE]\n\n'], true).split('\n\n')
    expect(JSON.parse((figures ?? '').replace('data: ', ''))).toMatchObject({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 7,
      model: 'm',
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    })
    expect(rest).toEqual(['data: [DONE]', ''])
  })

  it('are told to no one else, nor where upstream has told its own or gave no end', () => {
    expect(end([said, 'data: [DONE]\n\n'], false)).toBe('data: [DONE]\n\n')
    expect(end([said, usageChunk, 'data: [DONE]\n\n'], true)).toBe('data: [DONE]\n\n')
    expect(end([said], true)).toBe('')
  })
})

describe('WB-07 data that is not JSON', () => {
  const stray = ['data: not json\n\n', 'data: {"choices":[{\n\n', 'data: \n\n', 'data: <script>alert(1)</script>\n\n', 'data: [DONE\n\n']
  const plain = (given: readonly string[]) => {
    const stream = new SameWireStream({
      inspectReply: undefined,
      normalizer: undefined,
      wantsUsage: true,
      failureOf: () => ({ fault: 'broken', message: '' }),
      onText: () => {},
      onWords: () => {},
    })
    return { passed: Buffer.from(stream.push(Buffer.from(given.join('')))).toString(), hasBegun: stream.hasBegun(), tail: stream.tail() }
  }

  it('never reaches the caller, with or without a normalizer', () => {
    expect(read([chunk({ content: 'a' }), ...stray, chunk({ content: 'b' })], true).bytes.join('')).toBe(
      chunk({ content: 'a' }) + chunk({ content: 'b' }),
    )
    expect(plain([chunk({ content: 'a' }), ...stray, chunk({ content: 'b' })]).passed).toBe(
      chunk({ content: 'a' }) + chunk({ content: 'b' }),
    )
  })

  it('is no beginning of an answer', () => {
    expect(plain(stray)).toEqual({ passed: '', hasBegun: false, tail: undefined })
  })

  it('is told from JSON by what the caller gets, where a lone CR has become a space', () => {
    const { bytes, words } = read([chunk({ content: 'a b' }).replace('a b', 'a\rb')], true)
    expect([bytes, words]).toEqual([[chunk({ content: 'a b' })], 'a b'])
  })
})

describe('a stream that upstream closes in the middle', () => {
  const open = () =>
    new SameWireStream({
      inspectReply: undefined,
      normalizer: undefined,
      wantsUsage: true,
      failureOf: () => ({ fault: 'broken', message: '' }),
      onText: () => {},
      onWords: () => {},
    })
  const whole = 'data: {"choices":[{"index":0,"delta":{"content":"one"},"finish_reason":null}]}'

  it('does not pass a frame that was cut off, wherever that was', () => {
    for (let length = 1; length < whole.length; length++) {
      const stream = open()
      const passed = Buffer.concat([stream.push(Buffer.from(`${whole}\n\n${whole.slice(0, length)}`)), stream.flush()]).toString()
      expect([length, passed, stream.isComplete()]).toEqual([length, `${whole}\n\n`, false])
    }
  })

  it('has no end mark where upstream sends none, also after a finish', () => {
    const stream = open()
    stream.push(Buffer.from(`${whole}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`))
    stream.flush()
    expect([stream.tail(), stream.isComplete()]).toEqual([undefined, true])
  })

  it('passes a last frame that only lacks its blank line', () => {
    for (const end of ['', '\n', '\r\n']) {
      const stream = open()
      const passed = Buffer.concat([stream.push(Buffer.from(`${whole}${end}`)), stream.flush()]).toString()
      expect(passed).toBe(`${whole}\n\n`)
      const marked = open()
      marked.push(Buffer.from(`${whole}\n\ndata: [DONE]${end}`))
      marked.flush()
      expect(Buffer.from(marked.tail() ?? []).toString()).toBe('data: [DONE]\n\n')
    }
  })
})

describe('a stream in an odd form', () => {
  const open = (failed: unknown[] = []) =>
    new SameWireStream({
      inspectReply: undefined,
      normalizer: undefined,
      wantsUsage: false,
      failureOf: (error) => {
        failed.push(error)
        return { fault: 'broken', message: '' }
      },
      onText: () => {},
      onWords: () => {},
    })
  const textOf = (stream: SameWireStream, text: string) =>
    Buffer.concat([stream.push(Buffer.from(text)), stream.flush(), stream.tail() ?? Buffer.alloc(0)]).toString()
  const [hi, end] = [chunk({ content: 'hi' }), chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })]
  const mark = 'data: [DONE]\n\n'

  it('reaches the caller event by event where upstream leaves out the blank lines', () => {
    const bare = `${hi}${end}${mark}`.replaceAll('\n\n', '\n')
    expect(textOf(open(), bare)).toBe(`${hi}${end}${mark}`)
    expect(textOf(open(), bare.trimEnd())).toBe(`${hi}${end}${mark}`)
  })

  it('has its end mark also where upstream writes that as JSON', () => {
    expect(textOf(open(), `${hi}${end}data: "[DONE]"\n\n`)).toBe(`${hi}${end}${mark}`)
  })

  it('loses what is JSON and no chunk', () => {
    expect(textOf(open(), `${hi}data: null\n\ndata: 7\n\ndata: "word"\n\ndata: []\n\n${end}${mark}`)).toBe(`${hi}${end}${mark}`)
  })

  it('is an error where a plain body tells of one', () => {
    for (const [body, error] of [
      [{ error: { message: 'no', code: 'x' } }, { message: 'no', code: 'x' }],
      [
        { code: 30_001, message: 'no money' },
        { code: 30_001, message: 'no money' },
      ],
    ]) {
      const failed: unknown[] = []
      const stream = open(failed)
      expect(textOf(stream, JSON.stringify(body, null, 2))).toBe('')
      expect([failed, stream.failure()?.fault, stream.hasBegun()]).toEqual([[error], 'broken', false])
    }
  })

  it('is the whole answer where that came as a plain body', () => {
    const choice = { index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }
    const stream = open()
    const passed = textOf(stream, JSON.stringify({ id: 'c', choices: [choice], usage: { prompt_tokens: 3, completion_tokens: 1 } }))
    const delta = { index: 0, delta: { role: 'assistant', content: 'hi' }, logprobs: null, finish_reason: null }
    const frameOf = (told: object) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [told] })}\n\n`
    expect(passed).toBe(frameOf(delta) + frameOf({ index: 0, delta: {}, finish_reason: 'stop' }) + mark)
    expect([stream.isComplete(), stream.usage()?.input]).toEqual([true, 3])
  })
})
