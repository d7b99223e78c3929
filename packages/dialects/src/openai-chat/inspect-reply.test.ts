import { describe, expect, it } from 'bun:test'
import { errorIn, inspectReply, inspectReplyText } from './inspect-reply.ts'

describe('an error in a reply', () => {
  const choices = [{ message: { content: 'a' } }]

  it.each<readonly [object, boolean]>([
    [{ error: { message: 'no' } }, true],
    [{ error: {} }, true],
    [{ error: { code: 0 } }, true],
    [{ error: { code: 0 }, choices: [] }, true],
    [{ error: { message: 'no' }, choices }, true],
    [{ error: { code: 7, message: '' }, choices }, true],
    [{ error: { code: 0, message: 'success' }, choices }, false],
    [{ error: { code: '0', message: 'success' }, choices }, false],
    [{ error: { code: '', message: null, type: false, param: '0' }, choices }, false],
    [{ error: {}, choices }, false],
    [{ error: 'no', choices }, false],
    [{ error: 'no' }, true],
    [{ error: '' }, false],
    [{ object: 'error', message: 'no', type: 'BadRequestError', code: 400 }, true],
    [{ object: 'error', choices }, false],
    [{ object: 'chat.completion.chunk', choices: [] }, false],
    [{ choices }, false],
    [{ code: 'Throttling', message: 'no' }, true],
    [{ code: 50_505, message: 'no', data: null }, true],
    [{ code: 0, message: 'Success' }, false],
    [{ message: 'no' }, false],
    [{ code: 7 }, false],
    [{ code: 7, message: 'no', choices }, false],
    [{ code: 7, message: 'no', choices: [] }, false],
  ])('%j: %p', (json, isOne) => {
    expect(errorIn(json) !== undefined).toBe(isOne)
    expect(inspectReply(json).error !== undefined).toBe(isOne)
  })
})

describe('an error without an object of its own', () => {
  it('is told as one', () => {
    expect(errorIn({ error: 'no such model', code: 'x' })).toEqual({ message: 'no such model', code: 'x' })
    expect(errorIn({ object: 'error', message: 'too long', type: 'BadRequestError', param: null, code: 400 })).toEqual({
      message: 'too long',
      type: 'BadRequestError',
      code: 400,
    })
  })
})

describe('what a reply says', () => {
  it('has its figures at the top, or beside the finish', () => {
    const [top, beside] = [
      { prompt_tokens: 9, completion_tokens: 2 },
      { prompt_tokens: 7, completion_tokens: 1, cached_tokens: 4 },
    ]
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop', usage: beside }]
    expect(inspectReply({ choices }).usage).toMatchObject({ input: 3, cacheRead: 4, output: 1 })
    expect(inspectReply({ choices: [{ ...choices[0], usage: {} }], usage: top }).usage).toMatchObject({ input: 9, cacheRead: 0, output: 2 })
  })

  it('has what came from a cache also where that is told beside the finish alone', () => {
    const top = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 9, cached_tokens: 4 } }]
    expect(inspectReply({ choices, usage: top }).usage).toMatchObject({ input: 5, cacheRead: 4, output: 2 })
    const none = { ...top, prompt_tokens_details: { cached_tokens: 0, audio_tokens: 2 } }
    expect(inspectReply({ choices, usage: none }).usage).toMatchObject({ input: 5, cacheRead: 4, audioInput: 2 })
    const own = { ...top, prompt_tokens_details: { cached_tokens: 6 } }
    expect(inspectReply({ choices, usage: own }).usage).toMatchObject({ input: 3, cacheRead: 6, output: 2 })
  })

  it('is all that was produced, of every choice, in the order of its making', () => {
    const call = (name: string, args: string) => ({ function: { name, arguments: args } })
    expect(
      inspectReply({
        choices: [
          {
            message: {
              reasoning_content: 'r',
              reasoning: 'x',
              content: 'c',
              refusal: 'n',
              audio: { transcript: 's' },
              tool_calls: [call('f', '{}'), call('g', '1')],
            },
          },
          { delta: { reasoning: 'R', content: 'C' }, message: { content: 'x' } },
          { text: 't' },
          {},
        ],
      }).text,
    ).toBe('rcnsf{}g1RCt')
  })

  it('is finished when one choice is, and has choices when there is one', () => {
    const open = { delta: {} }
    const seen = (...choices: readonly object[]) => {
      const { hasFinished, hasChoices } = inspectReply({ choices })
      return [hasFinished, hasChoices]
    }
    expect([seen(), seen(open), seen(open, { delta: {}, finish_reason: 'stop' })]).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ])
  })

  it('is nothing where there is no object', () => {
    const nothing = { usage: undefined, hasFinished: false, hasChoices: false, error: undefined, text: '' }
    expect([inspectReply([]), inspectReplyText('{'), inspectReplyText('1')]).toEqual([nothing, nothing, nothing])
    expect(inspectReplyText('{"usage":{"prompt_tokens":3,"completion_tokens":2}}').usage).toMatchObject({ input: 3, output: 2 })
  })
})
