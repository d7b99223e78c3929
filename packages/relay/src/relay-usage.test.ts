import { describe, expect, it } from 'bun:test'
import { chatReply, sse, openHarness } from './testing/harness.ts'

const frame = (content: string) => sse({ choices: [{ delta: { content } }] })
const usage = (completion: number) => sse({ choices: [], usage: { prompt_tokens: 10, completion_tokens: completion } })
const finish = sse({ choices: [{ delta: {}, finish_reason: 'stop' }] })
const DONE = 'data: [DONE]\n\n'
const WORDS = Array.from({ length: 101 }, () => frame('word '))
const LIE = { prompt_tokens: 1e12, completion_tokens: 1e12 }

describe('a report that cannot be true', () => {
  it('is cut, marked in the row and counted, for a whole answer, a stream and a response', async () => {
    const whole = openHarness({ replies: [chatReply(LIE)] })
    await whole.call({ model: 'm', max_tokens: 50 })
    const streamed = openHarness({ replies: [{ chunks: [frame('a'), finish, sse({ choices: [], usage: LIE }), DONE] }] })
    await streamed.readStream({ model: 'm', max_tokens: 50, stream: true })
    const figures = { input_tokens: 1e12, output_tokens: 1e12 }
    const response = { status: 'completed', output: [], usage: figures }
    const passed = openHarness({ replies: [{ body: response }], hasOwnWires: true })
    await passed.respond({ max_output_tokens: 50 })
    const asChat = openHarness({ replies: [chatReply(LIE)] })
    await asChat.respond({ max_output_tokens: 50 })
    for (const { records, observed } of [whole, streamed, passed, asChat]) {
      expect(records[0]?.completionTokens).toBe(1124)
      expect(records[0]?.promptTokens).toBeLessThan(33_200)
      expect(records[0]?.detail).toMatchObject({ usage: { source: 'upstream', implausible: 'for-any-request' } })
      expect(observed.filter((line) => line.startsWith('implausible'))).toEqual(['implausible 1 for-any-request'])
    }
  })

  it('is told as it is charged where the answer is translated', async () => {
    const test = openHarness({ replies: [chatReply(LIE)] })
    const { body } = await test.respond({ max_output_tokens: 50 })
    expect(JSON.parse(body as string)).toMatchObject({ usage: { output_tokens: 1124 } })
  })

  it('makes the channel rest after three, however well it answers', async () => {
    const test = openHarness({ replies: Array.from({ length: 3 }, () => chatReply(LIE)) })
    for (let count = 0; count < 3; count++) {
      expect(test.circuits.isResting(1, 'm')).toBe(false)
      await test.call({ model: 'm', max_tokens: 50 })
    }
    expect(test.circuits.isResting(1, 'm')).toBe(true)
  })

  it('is not held against the channel when another request could have used as much', async () => {
    const test = openHarness({ replies: Array.from({ length: 9 }, () => chatReply({ prompt_tokens: 10, completion_tokens: 9000 })) })
    for (let count = 0; count < 9; count++) await test.call({ model: 'm', max_tokens: 50 })
    expect(test.records[8]?.detail).toMatchObject({ usage: { output: 1124, implausible: 'for-this-request' } })
    expect(test.circuits.isResting(1, 'm')).toBe(false)
  })
})

describe('figures in the middle of a stream', () => {
  it('give way to later ones', async () => {
    const test = openHarness({ replies: [{ chunks: [usage(900), frame('a'), usage(3), finish, usage(4), DONE] }] })
    await test.readStream({ model: 'm', stream: true })
    expect(test.records[0]).toMatchObject({ completionTokens: 4, detail: { usage: { source: 'upstream' } } })
  })

  it('are not the last word when text follows: what was delivered is counted', async () => {
    for (const chunks of [
      [usage(1), ...WORDS, finish, DONE],
      [[usage(1), ...WORDS].join(''), finish, DONE],
    ]) {
      const test = openHarness({ replies: [{ chunks }] })
      await test.readStream({ model: 'm', stream: true })
      expect(test.records[0]).toMatchObject({ promptTokens: 10, completionTokens: 505, detail: { usage: { source: 'estimate' } } })
    }
  })

  it('stand where they are larger than the count', async () => {
    const test = openHarness({ replies: [{ chunks: [usage(900), ...WORDS, finish, DONE] }] })
    await test.readStream({ model: 'm', stream: true })
    expect(test.records[0]).toMatchObject({ completionTokens: 900, detail: { usage: { source: 'upstream' } } })
  })

  it('do not make a stream cheaper that the caller left', async () => {
    const test = openHarness({ replies: [{ chunks: [usage(1), frame('x'.repeat(3000))], isOpenEnded: true }] })
    const reply = await test.call({ model: 'm', stream: true })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.cancel()
    expect(test.records[0]).toMatchObject({ outcome: 'cut', promptTokens: 10, completionTokens: 3000 })
  })
})

describe('a report that counts nothing beside words', () => {
  const NOTHING = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

  it('is no report: prompt and answer are counted, whole, in a stream and translated', async () => {
    const whole = openHarness({ replies: [chatReply(NOTHING)] })
    await whole.call({ model: 'm' })
    const streamed = openHarness({ replies: [{ chunks: [frame('hello'), finish, sse({ choices: [], usage: NOTHING }), DONE] }] })
    await streamed.readStream({ model: 'm', stream: true })
    const translated = openHarness({ replies: [chatReply(NOTHING)] })
    const { body } = await translated.respond({})
    for (const { records } of [whole, streamed, translated]) {
      expect(records[0]).toMatchObject({ completionTokens: 5, detail: { usage: { source: 'estimate' } } })
      expect(records[0]?.promptTokens).toBeGreaterThan(0)
    }
    expect(JSON.parse(body as string)).toMatchObject({ usage: { output_tokens: 5 } })
  })

  it('is believed where it counts the prompt', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 7, completion_tokens: 0 })] })
    await test.call({ model: 'm' })
    expect(test.records[0]).toMatchObject({ promptTokens: 7, completionTokens: 0, detail: { usage: { source: 'upstream' } } })
  })

  it('is believed of an answer without a word', async () => {
    const body = {
      choices: [{ message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
      usage: { ...NOTHING, prompt_tokens: 7 },
    }
    const test = openHarness({ replies: [{ body }] })
    await test.call({ model: 'm' })
    expect(test.records[0]).toMatchObject({ promptTokens: 7, completionTokens: 0, detail: { usage: { source: 'upstream' } } })
  })
})

describe('a report without the prompt', () => {
  /** What the harness counts for it, a token per character. */
  const ASKED = { messages: [{ role: 'user', content: 'seven77' }] }

  it.each([
    ['the total alone', { total_tokens: 100 }, [39, 61]],
    ['the total beside zeros', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 100 }, [39, 61]],
    ['a total below the prompt', { total_tokens: 30 }, [30, 0]],
    ['the answer alone', { completion_tokens: 12 }, [39, 12]],
  ] as const)('that tells %s is completed by a count of it, whole, in a stream and translated', async (_, figures, [input, output]) => {
    const chunks = [frame('hello'), finish, sse({ choices: [], usage: figures }), DONE]
    const whole = openHarness({ replies: [chatReply(figures)] })
    await whole.call({ model: 'm', ...ASKED })
    const streamed = openHarness({ replies: [{ chunks }] })
    await streamed.readStream({ model: 'm', stream: true, ...ASKED })
    const translated = openHarness({ replies: [chatReply(figures)] })
    const { body } = await translated.message(ASKED)
    const translatedStream = openHarness({ replies: [{ chunks }] })
    const told = await new Response((await translatedStream.message({ ...ASKED, stream: true })).body as ReadableStream).text()
    for (const { records } of [whole, streamed, translated, translatedStream])
      expect(records[0]).toMatchObject({ promptTokens: input, completionTokens: output, detail: { usage: { source: 'estimate' } } })
    expect(JSON.parse(body as string)).toMatchObject({ usage: { input_tokens: input, output_tokens: output } })
    expect(told).toMatch(new RegExp(`"type":"message_delta".*"input_tokens":${input}.*"output_tokens":${output}`))
  })

  it('has what the total leaves beside the answer', async () => {
    const test = openHarness({ replies: [chatReply({ completion_tokens: 12, total_tokens: 30 })] })
    await test.call({ model: 'm' })
    expect(test.records[0]).toMatchObject({ promptTokens: 18, completionTokens: 12, detail: { usage: { source: 'upstream' } } })
  })
})
