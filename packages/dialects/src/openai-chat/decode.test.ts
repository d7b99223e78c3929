import { describe, expect, it } from 'bun:test'
import type { SameWire } from '../model/provider.ts'
import { replyOfEvents } from '../model/reply-events.ts'
import { chatWire } from './decode.ts'
import { parseChatCall } from './parse-call.ts'

const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}]}')
if (!parsed.ok) throw new Error(parsed.problem.en)
const { call } = parsed

const open = (wire: SameWire = { kind: 'same' }) =>
  chatWire({ wire, faultOf: (body) => (body.includes('busy') ? 'rate-limited' : 'broken') })
const chunk = (choice: object, over: object = {}) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }], ...over })}\n\n`
const usage = { prompt_tokens: 10, completion_tokens: 4 }
const toolDelta = (over: object) => chunk({ delta: { tool_calls: [over] } })

const stream = [
  ': keep-alive\n\n',
  chunk({ delta: { role: 'assistant', reasoning_content: 'hm' } }),
  chunk({ delta: { content: 'Sure, ' } }),
  chunk({ delta: { content: '中文' } }),
  toolDelta({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
  // Some servers repeat the id with every piece.
  toolDelta({ index: 0, id: 'a', function: { arguments: '{"x"' } }),
  toolDelta({ index: 0, function: { arguments: ':1}' } }),
  toolDelta({ index: 1, function: { name: 'g', arguments: '{}' } }),
  chunk({ delta: {}, finish_reason: 'tool_calls' }),
  `data: ${JSON.stringify({ choices: [], usage })}\n\n`,
  'data: [DONE]\n\n',
].join('')

const answer = {
  text: 'Sure, 中文',
  reasoning: 'hm',
  toolCalls: [
    { id: 'a', name: 'f', arguments: '{"x":1}' },
    { id: 'call_1', name: 'g', arguments: '{}' },
  ],
  finishReason: 'tool_calls' as const,
  usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0, source: 'upstream' as const },
}

const read = (text: string, cut: number) => {
  const bytes = new TextEncoder().encode(text)
  const decoder = open().openStream(call)
  return replyOfEvents([...decoder.push(bytes.slice(0, cut)), ...decoder.push(bytes.slice(cut)), ...decoder.end()])
}

describe('a chat read for a caller of another language', () => {
  it('is the same wherever its bytes are split', () => {
    for (let cut = 0; cut < new TextEncoder().encode(stream).length; cut++) expect(read(stream, cut)).toEqual({ ok: true, value: answer })
  })

  it('is the same when it comes whole, asked for as a stream or not', () => {
    const calls = answer.toolCalls.map(({ id, name, arguments: text }) => ({ id, type: 'function', function: { name, arguments: text } }))
    const message = { role: 'assistant', content: answer.text, reasoning_content: 'hm', tool_calls: calls }
    const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage })
    expect(open().decode(body, call)).toEqual({ ok: true, value: answer })
    expect(read(body, 10)).toEqual({ ok: true, value: answer })
  })

  it('is the same when it comes as a stream that was not asked for, unless several answers were', () => {
    expect(open().decode(stream, call)).toEqual({ ok: true, value: answer })
    expect(open().decode(stream, { ...call, choices: 2 })).toMatchObject({ ok: false, failure: { fault: 'broken' } })
  })

  it('is none where it is half of one', () => {
    for (const half of ['{"choices":[', ' data: {"choices":[', ': ping', ''])
      expect(open().decode(half, call)).toMatchObject({ ok: false, failure: { fault: 'broken' } })
    expect(read('{"choices":[', 3)).toMatchObject({ ok: false, failure: { fault: 'broken' } })
  })

  it('ends with the end mark where no finish is named, and is cut without either', () => {
    const words = chunk({ delta: { content: 'hi' } })
    expect(read(`${words}data: [DONE]\n\n`, 5)).toMatchObject({ ok: true, value: { text: 'hi', finishReason: 'stop' } })
    const twice = new TextEncoder().encode(`${words}data: [DONE]\n\ndata: [DONE]\n\n`)
    expect(
      open()
        .openStream(call)
        .push(twice)
        .filter(({ kind }) => kind === 'finished'),
    ).toEqual([{ kind: 'finished', reason: 'stop' }])
    expect(read(words, 5)).toMatchObject({ ok: false, failure: { fault: 'broken' } })
  })

  it('is none where nothing of an answer comes before the end mark', () => {
    const figures = `data: ${JSON.stringify({ choices: [], usage })}\n\n`
    for (const text of ['data: [DONE]\n\n', `: ping\n\n${figures}data: [DONE]\n\n`]) {
      expect(read(text, 3)).toMatchObject({ ok: false, failure: { fault: 'broken' } })
      expect(open().decode(text, call)).toMatchObject({ ok: false, failure: { fault: 'broken' } })
    }
    expect(read(`${chunk({ delta: {} })}data: [DONE]\n\n`, 3)).toMatchObject({ ok: true, value: { text: '', finishReason: 'stop' } })
  })

  it('tells an error inside it', () => {
    const error = { error: { code: 'busy', message: 'later' } }
    const failure = { ok: false, failure: { fault: 'rate-limited', message: 'later' } } as const
    expect(open().decode(JSON.stringify(error), call)).toEqual(failure)
    expect(read(`data: ${JSON.stringify(error)}\n\n`, 3)).toEqual(failure)
    expect(open().decode('<html>', call)).toMatchObject({ ok: false })
  })

  it('is normalized first, with what is pending at the end', () => {
    const pendingChunk = { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }
    const wire: SameWire = {
      kind: 'same',
      openNormalizer: () => ({ normalize: (json) => ({ ...json, usage }), pendingChunk: () => pendingChunk }),
    }
    const decoder = open(wire).openStream(call)
    const events = decoder.push(new TextEncoder().encode(`${chunk({ delta: { content: 'hi' } })}data: [DONE]\n\n`))
    expect(replyOfEvents(events)).toMatchObject({ ok: true, value: { text: 'hi', finishReason: 'length', usage: { output: 4 } } })
  })

  const seal = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })
  const source = { type: 'url_citation', url_citation: { start_index: 0, end_index: 2, url: 'https://a.example/', title: 'A' } }
  const probability = { token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [] }
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' }, ...seal('Qg==') }
  const thought = { type: 'thinking', thinking: 'h', signature: '' }
  const sealedThought = { type: 'thinking', thinking: 'm', signature: 's' }
  const traits = { system_fingerprint: 'fp', service_tier: 'default' }
  const details = { prompt_tokens_details: { audio_tokens: 3 }, completion_tokens_details: { rejected_prediction_tokens: 1 } }
  const rich = {
    text: 'Hi',
    textSignature: 'QQ==',
    reasoning: 'hm',
    sealedReasoning: [{ type: 'thinking', thinking: 'hm', signature: 's' }],
    refusal: 'but no',
    images: [{ mimeType: 'image/png', data: 'iVBORw0KGgo=', signature: 'Qg==' }],
    audio: { id: 'a', expiresAt: 9, data: 'QUJD', transcript: 'abc' },
    annotations: [source],
    logprobs: [probability],
    traits: { systemFingerprint: 'fp', serviceTier: 'default' },
    toolCalls: [{ id: 'c', name: 'f', arguments: '{}', signature: 'Qw==' }],
    finishReason: 'tool_calls' as const,
    usage: {
      input: 10,
      cacheRead: 0,
      cacheWrite: 0,
      output: 4,
      reasoning: 0,
      audioInput: 3,
      rejectedPrediction: 1,
      tier: 'default' as const,
      source: 'upstream' as const,
    },
  }

  it('keeps all that a chat can hold, whole', () => {
    const message = {
      role: 'assistant',
      content: 'Hi',
      ...seal('QQ=='),
      refusal: 'but no',
      reasoning_content: 'hm',
      thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }],
      annotations: [source],
      images: [picture],
      audio: { id: 'a', data: 'QUJD', transcript: 'abc', expires_at: 9 },
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...seal('Qw==') }],
    }
    const choice = { index: 0, message, logprobs: { content: [probability], refusal: null }, finish_reason: 'tool_calls' }
    const body = JSON.stringify({ ...traits, choices: [choice], usage: { ...usage, ...details } })
    expect(open().decode(body, call)).toEqual({ ok: true, value: rich })
  })

  it('keeps all that a chat can hold, streamed', () => {
    const pieces = [
      chunk({ delta: { role: 'assistant', reasoning_content: 'h', thinking_blocks: [thought] } }, traits),
      chunk({ delta: { reasoning_content: 'm', thinking_blocks: [sealedThought] } }, traits),
      chunk({ delta: { content: 'H' } }, traits),
      chunk({ delta: { content: 'i' }, logprobs: { content: [probability], refusal: null } }, traits),
      chunk({ delta: { refusal: 'but ' } }),
      chunk({ delta: { refusal: 'no', annotations: [source] } }),
      chunk({ delta: { images: [picture] } }),
      chunk({ delta: { audio: { id: 'a', data: 'QQ==' } } }),
      chunk({ delta: { audio: { data: 'QkM=', transcript: 'abc', expires_at: 9 } } }),
      chunk({
        delta: { tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...seal('Qw==') }] },
      }),
      chunk({ delta: { ...seal('QQ==') }, finish_reason: 'tool_calls' }),
      `data: ${JSON.stringify({ choices: [], usage: { ...usage, ...details } })}\n\n`,
    ].join('')
    expect(read(pieces, 100)).toEqual({ ok: true, value: rich })
    const [, ...others] = open()
      .openStream(call)
      .push(new TextEncoder().encode(pieces))
      .filter(({ kind }) => kind === 'traits')
    expect(others).toEqual([])
  })

  it('tells calls of a whole answer apart although all have one index', () => {
    const called = (id: string) => ({ index: 0, id, type: 'function', function: { name: id, arguments: '{}' } })
    const body = JSON.stringify({ choices: [{ index: 0, message: { content: null, tool_calls: [called('a'), called('b')] } }], usage })
    expect(open().decode(body, call)).toMatchObject({ ok: true, value: { toolCalls: [{ id: 'a' }, { id: 'b' }] } })
  })
})
