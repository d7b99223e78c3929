import { describe, expect, it } from 'bun:test'
import { chatWire } from '@weir/dialects/openai-chat/decode'
import { providers } from './index.ts'
import { chatCallOf, targetOf } from './kit/conformance/expectation.ts'

const usage = {
  prompt_tokens: 32,
  completion_tokens: 2,
  total_tokens: 354,
  prompt_tokens_details: { text_tokens: 32, audio_tokens: 0, image_tokens: 0, cached_tokens: 6 },
  completion_tokens_details: { reasoning_tokens: 320, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
}
const inside = { ...usage, completion_tokens: 322 }
const outline = { id: 'c', created: 1, model: 'm' }
const sse = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`
const encoder = new TextEncoder()
const question = { model: 'm', messages: [{ role: 'user', content: 'yes or no' }] }

/** Its figures are always 1 and are left out. */
const WITHOUT_FIGURES = 'fastgpt'

/** Everything that is read as OpenAI's wire. */
const sameWires = [...providers.values()].flatMap(({ id, channelType, chat }) => {
  const wire = chat?.wireFor?.(chatCallOf(question, false), targetOf({})) ?? chat?.wire
  return wire?.kind === 'same' && id !== WITHOUT_FIGURES ? [{ id, channelType, wire: chatWire({ wire, faultOf: () => 'broken' }) }] : []
})

describe('reasoning beside the completion', () => {
  it('is looked for on every channel type of this wire', () => {
    const types = sameWires.map(({ channelType }) => channelType)
    expect(types).toEqual(expect.arrayContaining([1, 2, 3, 8, 20, 39, 40, 41, 44, 45, 50, 51]))
  })

  for (const { id, wire } of sameWires)
    for (const [name, reported] of Object.entries({ beside: usage, inside }))
      it(`is 322 tokens of output on ${id} when it is counted ${name}, whole and as a stream`, () => {
        const message = { role: 'assistant', content: 'yes' }
        const whole = JSON.stringify({ ...outline, choices: [{ index: 0, message, finish_reason: 'stop' }], usage: reported })
        const reply = wire.decode(whole, chatCallOf(question, false))
        const expected = { input: 26, cacheRead: 6, output: 322, reasoning: 320 }
        expect(reply.ok && reply.value.usage).toMatchObject(expected)
        const stream = wire.openStream(chatCallOf(question, true))
        const frames = [
          sse({ ...outline, choices: [{ index: 0, delta: message, finish_reason: null }] }),
          sse({ ...outline, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
          sse({ ...outline, choices: [], usage: reported }),
          'data: [DONE]\n\n',
        ]
        const events = [...frames.flatMap((frame) => stream.push(encoder.encode(frame))), ...stream.end()]
        expect(events.filter(({ kind }) => kind === 'usage')).toMatchObject([{ usage: expected }])
      })

  it("is the rest of the total on Google's own endpoint, which names none", () => {
    const google = sameWires.find(({ id }) => id === 'gemini-openai')
    const figures = { prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 }
    const whole = JSON.stringify({ ...outline, choices: [{ message: { content: 'yes' }, finish_reason: 'stop' }], usage: figures })
    const reply = google?.wire.decode(whole, chatCallOf(question, false))
    expect(reply?.ok && reply.value.usage).toMatchObject({ input: 20, output: 603, reasoning: 405 })
  })
})
