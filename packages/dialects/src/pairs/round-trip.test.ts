import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import type { JsonObject } from '../json.ts'
import type { ChatReply } from '../model/event.ts'
import { commonCall, commonReply } from './common.ts'
import { pairedWires } from './wires.ts'

/** What looks like JSON is told to some models as an object, which says the same in other spaces. */
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '' && !/^\s*[[{"\d]/.test(text))
const name = fc.stringMatching(/^[a-z][a-z_]{0,11}$/)
const scalar = fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null))
const args = fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.dictionary(name, scalar, { maxKeys: 2 })), {
  maxKeys: 4,
})
const tokens = fc.nat({ max: 100_000 })

const usage = fc.record({ input: tokens, cacheRead: tokens, output: tokens }).map((counts) => ({
  ...counts,
  cacheWrite: 0,
  reasoning: 0,
  source: 'upstream' as const,
}))

const calls = fc
  .array(fc.record({ name, args }), { maxLength: 3 })
  .map((list) => list.map((call, at) => ({ id: `call_${at}`, name: call.name, arguments: JSON.stringify(call.args) })))

const reply: fc.Arbitrary<ChatReply> = fc
  .record({
    text: fc.oneof(fc.constant(''), words),
    reasoning: fc.oneof(fc.constant(''), words),
    toolCalls: calls,
    ending: fc.constantFrom('stop' as const, 'length' as const, 'content_filter' as const),
    usage,
  })
  .map(({ ending, ...said }) => ({ ...said, finishReason: said.toolCalls.length > 0 ? 'tool_calls' : ending }))

const called = (
  at: number,
  list: readonly { readonly name: string; readonly args: object; readonly result: string }[],
): readonly JsonObject[] => {
  const ids = list.map((_, place) => `c${at}_${place}`)
  const made = list.map((call, place) => ({
    id: ids[place],
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.args) },
  }))
  return [
    { role: 'assistant', content: null, tool_calls: made },
    ...list.map((call, place) => ({ role: 'tool', tool_call_id: ids[place], content: call.result })),
  ]
}

const turn = fc.record({
  question: words,
  used: fc.array(fc.record({ name, args, result: words }), { maxLength: 3 }),
  answer: words,
})

const parameters = fc.dictionary(name, fc.constantFrom({ type: 'string' }, { type: 'integer' }), { maxKeys: 3 }).map((properties) => ({
  type: 'object',
  properties,
}))

const chat: fc.Arbitrary<JsonObject> = fc
  .record({
    system: fc.option(words, { nil: undefined }),
    turns: fc.array(turn, { maxLength: 3 }),
    question: words,
    tools: fc.uniqueArray(fc.record({ name, description: words, parameters }), {
      minLength: 1,
      maxLength: 3,
      selector: (tool) => tool.name,
    }),
    choice: fc.constantFrom(undefined, 'auto', 'none', 'required'),
    // The Responses endpoint takes none that is smaller.
    limit: fc.integer({ min: 16, max: 8000 }),
  })
  .map(({ system, turns, question, tools, choice, limit }) => ({
    model: 'm',
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      ...turns.flatMap(({ question: asked, used, answer }, at) => [
        { role: 'user', content: asked },
        ...(used.length === 0 ? [] : called(at, used)),
        { role: 'assistant', content: answer },
      ]),
      { role: 'user', content: question },
    ],
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
    ...(choice !== undefined && { tool_choice: choice }),
    max_completion_tokens: limit,
  }))

describe.each(pairedWires.map((wire) => [wire.name, wire] as const))('what is written on %s', (_, wire) => {
  it('is read as the same call', () => {
    fc.assert(
      fc.property(chat, (asked) => {
        expect(commonCall(wire.readCall(wire.writeCall(asked)))).toEqual(commonCall(asked))
      }),
    )
  })

  it('is read as the same answer, whole and streamed', () => {
    fc.assert(
      fc.property(reply, (said) => {
        expect(commonReply(wire.readReply(wire.writeReply(said)))).toEqual(commonReply(said))
        expect(commonReply(wire.readStream(wire.writeStream(said)))).toEqual(commonReply(said))
      }),
    )
  })
})
