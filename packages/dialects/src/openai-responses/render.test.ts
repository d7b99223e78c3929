import { describe, expect, it } from 'bun:test'
import type { ChatEvent, ChatReply } from '../model/event.ts'
import { dataOfFrame, FrameSplitter } from '../sse/decode.ts'
import { renderResponsesReply } from './render-reply.ts'
import { ResponsesRenderer } from './render-stream.ts'
import { inspectEvent, inspectResponse } from './inspect-response.ts'
import { unsealReasoning } from './sealed-reasoning.ts'

const meta = { id: 'r', created: 1, model: 'm', body: { instructions: 'Be brief.', metadata: { a: 'b' } } }
const usage = { input: 5, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4, source: 'upstream' as const }
const sealed = [{ type: 'thinking', thinking: 'hm', signature: 's' }]

const reply: ChatReply = {
  text: 'Let me see.',
  reasoning: 'hm',
  sealedReasoning: sealed,
  toolCalls: [{ id: 'call_1', name: 'f', arguments: '{"a":1}' }],
  finishReason: 'tool_calls',
  usage,
}

const streamed: readonly ChatEvent[] = [
  { kind: 'reasoning', text: 'h' },
  { kind: 'reasoning', text: 'm', sealed },
  { kind: 'text', text: 'Let me ' },
  { kind: 'text', text: 'see.' },
  { kind: 'tool-call-begun', index: 0, id: 'call_1', name: 'f' },
  { kind: 'tool-call-arguments', index: 0, fragment: '{"a"' },
  { kind: 'tool-call-arguments', index: 0, fragment: ':1}' },
  { kind: 'finished', reason: 'tool_calls' },
]

const eventsOf = (bytes: Uint8Array): readonly Record<string, unknown>[] =>
  new FrameSplitter().push(bytes).map((frame) => JSON.parse(dataOfFrame(frame) ?? '') as Record<string, unknown>)

const rendered = (events: readonly ChatEvent[], end: (renderer: ResponsesRenderer) => Uint8Array) => {
  const renderer = new ResponsesRenderer(meta)
  const frames = events.map((event) => renderer.render(event)).filter((frame) => frame !== undefined)
  return eventsOf(Buffer.concat([...frames, end(renderer)]))
}

describe('an answer in the words of the Responses endpoint', () => {
  it('holds thoughts, words and calls, and repeats the call', () => {
    const response = JSON.parse(renderResponsesReply(reply, meta)) as Record<string, unknown>
    expect(response).toMatchObject({
      id: 'resp_r',
      object: 'response',
      status: 'completed',
      instructions: 'Be brief.',
      metadata: { a: 'b' },
      output: [
        { id: 'rs_r_0', type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
        { id: 'msg_r_1', type: 'message', content: [{ type: 'output_text', text: 'Let me see.', annotations: [] }] },
        { id: 'fc_r_2', type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"a":1}', status: 'completed' },
      ],
      usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 3 }, output_tokens: 7, total_tokens: 17 },
    })
    const [thought] = response['output'] as readonly { readonly encrypted_content: string }[]
    expect(unsealReasoning(thought?.encrypted_content)).toEqual(sealed)
  })

  it('is the same at the end of a stream', () => {
    const events = rendered(streamed, (renderer) => renderer.end(usage))
    expect(events.at(-1)).toMatchObject({ type: 'response.completed', response: JSON.parse(renderResponsesReply(reply, meta)) as object })
  })

  it('tells no summary of thoughts that came sealed alone', () => {
    const events = rendered(
      [
        { kind: 'reasoning', text: '', sealed },
        { kind: 'text', text: 'Hi' },
        { kind: 'finished', reason: 'stop' },
      ],
      (renderer) => renderer.end(usage),
    )
    expect(events.filter(({ type }) => String(type).includes('summary'))).toEqual([])
    expect(events.at(-1)).toMatchObject({ response: { output: [{ type: 'reasoning', summary: [] }, { type: 'message' }] } })
  })

  it('is streamed in the order that clients insist on', () => {
    const events = rendered(streamed, (renderer) => renderer.end(usage))
    expect(events.map(({ type }) => String(type).replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(events.map((event) => event['sequence_number'])).toEqual([...events.keys()])
  })

  const source = { type: 'url_citation', url_citation: { start_index: 0, end_index: 2, url: 'https://a.example/', title: 'A' } }
  const unknownSource = { type: 'file', file: { hash: 'x' } }
  const probability = { token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [] }
  const rich: ChatReply = {
    text: 'Hi',
    textSignature: 'QQ==',
    reasoning: 'hm',
    refusal: 'but no',
    images: [{ mimeType: 'image/jpeg', data: 'AAAA', signature: 'Qg==' }],
    annotations: [unknownSource, source],
    logprobs: [probability],
    traits: { systemFingerprint: 'fp', serviceTier: 'flex' },
    toolCalls: [
      { id: 'c1', name: 'f', arguments: '{}', signature: 'Qw==' },
      { id: 'c2', name: 'f', arguments: '{}' },
    ],
    finishReason: 'tool_calls',
    usage: { ...usage, audioInput: 1, audioOutput: 2, acceptedPrediction: 3, rejectedPrediction: 4 },
  }
  const richEvents: readonly ChatEvent[] = [
    { kind: 'traits', traits: { serviceTier: 'flex' } },
    { kind: 'reasoning', text: 'hm' },
    { kind: 'text', text: 'Hi' },
    { kind: 'text', text: '', signature: 'QQ==' },
    { kind: 'logprobs', logprobs: [probability] },
    { kind: 'annotations', annotations: [unknownSource, source] },
    { kind: 'refusal', text: 'but ' },
    { kind: 'refusal', text: 'no' },
    { kind: 'image', image: { mimeType: 'image/jpeg', data: 'AAAA', signature: 'Qg==' } },
    { kind: 'tool-call-begun', index: 0, id: 'c1', name: 'f', signature: 'Qw==' },
    { kind: 'tool-call-arguments', index: 0, fragment: '{}' },
    { kind: 'tool-call-begun', index: 1, id: 'c2', name: 'f' },
    { kind: 'tool-call-arguments', index: 1, fragment: '{}' },
    { kind: 'finished', reason: 'tool_calls' },
  ]

  it('keeps sources, probabilities, refusals, pictures, seals and the tier', () => {
    const flat = { type: 'url_citation', start_index: 0, end_index: 2, url: 'https://a.example/', title: 'A' }
    const response = JSON.parse(renderResponsesReply(rich, meta)) as Record<string, unknown>
    const seal = (...blocks: readonly object[]) => ({
      type: 'reasoning',
      encrypted_content: `weir.1.${Buffer.from(JSON.stringify(blocks)).toString('base64url')}`,
    })
    expect(response).toMatchObject({
      service_tier: 'flex',
      output: [
        { id: 'rs_r_0', type: 'reasoning', summary: [{ text: 'hm' }] },
        {
          id: 'msg_r_1',
          content: [
            { type: 'output_text', text: 'Hi', annotations: [flat], logprobs: [probability] },
            { type: 'refusal', refusal: 'but no' },
          ],
        },
        { id: 'rs_r_2', ...seal({ type: 'text_signature', signature: 'QQ==' }) },
        { id: 'ig_r_3', type: 'image_generation_call', status: 'completed', result: 'AAAA', output_format: 'jpeg' },
        {
          id: 'rs_r_4',
          ...seal({ type: 'image_signature', signature: 'Qg==' }, { type: 'call_signature', signature: 'Qw==', call_id: 'c1' }),
        },
        { id: 'fc_r_5', call_id: 'c1', extra_content: { google: { thought_signature: 'Qw==' } } },
        { id: 'fc_r_6', call_id: 'c2' },
      ],
      usage: {
        input_tokens_details: { cached_tokens: 3, audio_tokens: 1 },
        output_tokens_details: { reasoning_tokens: 4, audio_tokens: 2, accepted_prediction_tokens: 3, rejected_prediction_tokens: 4 },
      },
    })
    expect((response['output'] as readonly object[])[6]).not.toHaveProperty('extra_content')
  })

  it('streams sources, probabilities, refusals and pictures with events of their own', () => {
    const events = rendered(richEvents, (renderer) => renderer.end(usage))
    const ofMessage = events.filter((event) => event['item_id'] === 'msg_r_1')
    expect(ofMessage.map(({ type }) => String(type).replace('response.', ''))).toEqual([
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.annotation.added',
      'output_text.done',
      'content_part.done',
      'content_part.added',
      'refusal.delta',
      'refusal.delta',
      'refusal.done',
      'content_part.done',
    ])
    expect(ofMessage[2]).toMatchObject({ delta: '', logprobs: [probability], content_index: 0 })
    expect(ofMessage[3]).toMatchObject({ content_index: 0, annotation_index: 0, annotation: { url: 'https://a.example/' } })
    expect(ofMessage[9]).toMatchObject({ content_index: 1, refusal: 'but no' })
    const ofPicture = events.filter(
      ({ output_index: place, item }) => place === 3 || (item as { id?: string } | undefined)?.id === 'ig_r_3',
    )
    expect(ofPicture.map(({ type }) => String(type).replace('response.', ''))).toEqual([
      'output_item.added',
      'image_generation_call.in_progress',
      'image_generation_call.completed',
      'output_item.done',
    ])
    expect(ofPicture[0]).toMatchObject({ item: { status: 'in_progress', result: null } })
  })

  it('is the same at the end of a stream, however rich it is', () => {
    const last = rendered(richEvents, (renderer) => renderer.end(rich.usage)).at(-1)
    expect(last).toEqual({
      type: 'response.completed',
      sequence_number: expect.any(Number) as number,
      response: JSON.parse(renderResponsesReply(rich, meta)) as object,
    })
  })

  it('adds sources to words that were complete when they came', () => {
    const events = rendered(
      [
        { kind: 'text', text: 'Hi' },
        { kind: 'image', image: { mimeType: 'image/png', data: 'AAAA' } },
        { kind: 'annotations', annotations: [source] },
        { kind: 'finished', reason: 'stop' },
      ],
      (renderer) => renderer.end(usage),
    )
    const late = events.find(({ type }) => type === 'response.output_text.annotation.added')
    expect(late).toMatchObject({ item_id: 'msg_r_0', output_index: 0, content_index: 0, annotation_index: 0 })
    expect(events.at(-1)).toMatchObject({
      response: { output: [{ content: [{ text: 'Hi', annotations: [{ url: 'https://a.example/' }] }] }, { result: 'AAAA' }] },
    })
  })

  it('tells spoken words as text', () => {
    const spoken: ChatReply = {
      text: '',
      reasoning: '',
      audio: { data: 'AAAA', transcript: 'hi' },
      toolCalls: [],
      finishReason: 'stop',
      usage,
    }
    expect(JSON.parse(renderResponsesReply(spoken, meta))).toMatchObject({ output: [{ content: [{ type: 'output_text', text: 'hi' }] }] })
  })

  it('has an empty message where the model said nothing, and none beside a picture', () => {
    const silent: ChatReply = { text: '', reasoning: 'hm', toolCalls: [], finishReason: 'stop', usage }
    const outputOf = (value: ChatReply) => (JSON.parse(renderResponsesReply(value, meta)) as { output: readonly object[] }).output
    expect(outputOf(silent)).toMatchObject([{ type: 'reasoning' }, { type: 'message', content: [{ type: 'output_text', text: '' }] }])
    expect(outputOf({ ...silent, reasoning: '', images: [{ mimeType: 'image/png', data: 'AAAA' }] })).toMatchObject([
      { type: 'image_generation_call' },
    ])
  })

  it('says why it is not whole', () => {
    const cut = JSON.parse(renderResponsesReply({ ...reply, finishReason: 'length' }, meta)) as object
    expect(cut).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    const [last] = rendered([{ kind: 'finished', reason: 'content_filter' }], (renderer) => renderer.end(undefined)).slice(-1)
    expect(last).toMatchObject({ type: 'response.incomplete', response: { incomplete_details: { reason: 'content_filter' }, usage: null } })
  })

  it('keeps calls apart that are written at the same time', () => {
    const events = rendered(
      [
        { kind: 'tool-call-begun', index: 0, id: 'a', name: 'f' },
        { kind: 'tool-call-begun', index: 1, id: 'b', name: 'g' },
        { kind: 'tool-call-arguments', index: 1, fragment: '{}' },
        { kind: 'tool-call-arguments', index: 0, fragment: '[]' },
        { kind: 'finished', reason: 'tool_calls' },
      ],
      (renderer) => renderer.end(usage),
    )
    expect(events.at(-1)).toMatchObject({
      response: {
        output: [
          { call_id: 'a', arguments: '[]' },
          { call_id: 'b', arguments: '{}' },
        ],
      },
    })
  })

  it('calls a function of a group by its own name and that of the group', () => {
    const tools = [{ type: 'namespace', name: 'mail', tools: [{ type: 'function', name: 'f' }] }]
    const grouped = { ...meta, body: { input: [{ type: 'additional_tools', tools }] } }
    const { output } = JSON.parse(renderResponsesReply(reply, grouped)) as { readonly output: readonly object[] }
    expect(output.at(-1)).toMatchObject({ type: 'function_call', name: 'f', namespace: 'mail', arguments: '{"a":1}' })
  })

  it('calls a custom tool with its text, whole and streamed', () => {
    const custom = { ...meta, body: { tools: [{ type: 'custom', name: 'f' }] } }
    const toolCalls = [{ id: 'c', name: 'f', arguments: '{"input":"a b"}' }]
    const called: ChatReply = { text: '', reasoning: '', toolCalls, finishReason: 'tool_calls', usage }
    const item = { id: 'ctc_r_0', type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'a b', status: 'completed' }
    expect(JSON.parse(renderResponsesReply(called, custom))).toMatchObject({ output: [item] })
    const renderer = new ResponsesRenderer(custom)
    const events: readonly ChatEvent[] = [
      { kind: 'tool-call-begun', index: 0, id: 'c', name: 'f' },
      { kind: 'tool-call-arguments', index: 0, fragment: '{"input"' },
      { kind: 'tool-call-arguments', index: 0, fragment: ':"a b"}' },
      { kind: 'finished', reason: 'tool_calls' },
    ]
    const frames = events.map((event) => renderer.render(event)).filter((frame) => frame !== undefined)
    expect(eventsOf(Buffer.concat(frames)).slice(2)).toMatchObject([
      { type: 'response.output_item.added', item: { ...item, input: '', status: 'in_progress' } },
      { type: 'response.output_item.done', item },
    ])
  })

  it('that breaks off ends as failed, with what was complete', () => {
    const events = rendered(streamed.slice(0, 4), (renderer) =>
      renderer.failure({ status: 502, requestId: 'r', message: 'gone', type: 't', code: 'c' }),
    )
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      sequence_number: events.length - 1,
      response: { status: 'failed', output: [{ type: 'reasoning' }], error: { code: 'c', message: 'gone' } },
    })
  })
})

describe('a response that is passed on', () => {
  it('tells its usage without counting anything twice', () => {
    const wire = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
    }
    expect(inspectResponse({ status: 'completed', output: [], usage: wire }).usage).toEqual({
      input: 6,
      cacheRead: 4,
      cacheWrite: 0,
      output: 7,
      reasoning: 3,
      source: 'upstream',
    })
    expect(inspectResponse({ output: [], usage: { input_tokens: '10' } }).usage).toBeUndefined()
  })

  it('is known by its events: what comes before, the words, the end and the errors', () => {
    expect(inspectEvent({ type: 'response.in_progress', response: {} })).toMatchObject({ hasOutput: false, hasFinished: false })
    expect(inspectEvent({ type: 'response.output_text.delta', delta: 'hi' })).toMatchObject({ hasOutput: true, text: 'hi' })
    expect(inspectEvent({ type: 'response.incomplete', response: { status: 'incomplete', output: [] } }).hasFinished).toBe(true)
    expect(inspectEvent({ type: 'error', code: 'rate_limit_exceeded' }).error).toMatchObject({ code: 'rate_limit_exceeded' })
    expect(inspectEvent({ error: { code: 'x' } }).error).toEqual({ code: 'x' })
  })
})
