import { describe, expect, it } from 'bun:test'
import type { ChatEvent } from '@weir/dialects/model/event'
import type { Provider, StreamDecoder } from '@weir/dialects/model/provider'
import type { Fixture, ReplyFixture, ScriptFixture } from './conformance/fixture.ts'
import { replyProblems } from './conformance/reply-checks.ts'
import { scriptProblems } from './conformance/script-checks.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const stream = (body: string, expected: ReplyFixture['expected']): ReplyFixture => ({
  kind: 'reply',
  name: 'case',
  isStream: true,
  bytes: encoder.encode(body),
  expected,
})

const request = (script: ScriptFixture['script']): ScriptFixture => ({ kind: 'request', name: 'case', script })

/** A wire of lines, each of them text, ended by a line with a dot. `openStream` is what the cases vary. */
const withStream = (openStream: () => StreamDecoder, over: Partial<Provider> = {}): Provider => ({
  id: 'lines',
  channelType: 1,
  chat: {
    encode: (call, target) => ({
      method: 'POST',
      url: `https://lines.example/${call.model}`,
      headers: { authorization: target.key },
      body: '{"a":1}',
    }),
    wire: { kind: 'native', decode: () => ({ ok: false, failure: { fault: 'broken', message: '' } }), openStream },
  },
  classify: () => 'broken',
  ...over,
})

const usage = { kind: 'usage', usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0, source: 'upstream' } } as const

const readLines = (): StreamDecoder => {
  let rest = ''
  const text = new TextDecoder()
  return {
    push: (chunk) => {
      const lines = (rest + text.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      return lines.flatMap((line): readonly ChatEvent[] =>
        line === '.' ? [usage, { kind: 'finished', reason: 'stop' }] : [{ kind: 'text', text: line }],
      )
    },
    end: () => [],
  }
}

const answer = { answer: { text: 'grün', finishReason: 'stop', usage: { input: 1, output: 1 } } }

describe('the conformance suite', () => {
  it('passes a decoder that reads lines wherever they are cut', () => {
    expect(replyProblems(withStream(readLines), stream('grün\n.\n', answer))).toEqual([])
  })

  it('catches a decoder that breaks characters at the edges of chunks', () => {
    const careless = (): StreamDecoder => {
      const lines = readLines()
      return { push: (chunk) => lines.push(encoder.encode(decoder.decode(chunk))), end: lines.end }
    }
    expect(replyProblems(withStream(careless), stream('grün\n.\n', answer)).join()).toContain('split at byte')
  })

  it('catches a finish that is invented when the stream is cut', () => {
    const hopeful = (): StreamDecoder => ({ push: readLines().push, end: () => [{ kind: 'finished', reason: 'stop' }] })
    expect(replyProblems(withStream(hopeful), stream('grün\n', { cut: { text: 'grün' } })).join()).toContain('number of finishes is 1')
    expect(replyProblems(withStream(hopeful), stream('grün\n', answer)).join()).toContain('still finishes')
  })

  it('catches a second finish, a missing usage and a wrong fault', () => {
    expect(replyProblems(withStream(readLines), stream('grün\n.\n.\n', answer)).join()).toContain('number of finishes is 2')
    expect(replyProblems(withStream(readLines), stream('grün\n.\n', { answer: { text: 'grün', finishReason: 'stop' } }))).toHaveLength(1)
    const refused: Fixture = { ...stream('', { status: 401, fault: 'bad-credential' }), isStream: false }
    expect(replyProblems(withStream(readLines), refused)).toEqual(['the fault is "broken", expected "bad-credential"'])
  })

  it('catches a request that differs from its golden file', () => {
    const golden = {
      method: 'POST',
      url: 'https://lines.example/test-model',
      headers: { authorization: 'sk-conformance-0123456789abcdef' },
    }
    expect(scriptProblems(withStream(readLines), request({ request: { ...golden, body: { a: 1 } } }), ['header:authorization'])).toEqual([])
    expect(scriptProblems(withStream(readLines), request({ request: golden }), ['header:authorization'])).toHaveLength(1)
  })

  it('catches a key outside the places that were declared for it', () => {
    const target = { key: 'id|a-secret-of-some-length' }
    const script = request({
      target,
      request: { method: 'POST', url: 'https://lines.example/test-model', headers: { authorization: target.key }, body: { a: 1 } },
    })
    expect(scriptProblems(withStream(readLines), script, ['url'])).toEqual(['the key shows in the header authorization'])
  })
})
