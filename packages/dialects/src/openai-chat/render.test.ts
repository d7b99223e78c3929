import { describe, expect, it } from 'bun:test'
import type { ChatEvent } from '../model/event.ts'
import { dataOfFrame } from '../sse/decode.ts'
import { renderReply } from './render-reply.ts'
import { StreamRenderer } from './render-stream.ts'

const meta = { id: 'chatcmpl-1', created: 1, model: 'm' }
const usage = { input: 5, cacheRead: 3, cacheWrite: 2, output: 7, reasoning: 4, source: 'upstream' as const }

const chunksOf = (events: readonly ChatEvent[]): readonly Record<string, unknown>[] => {
  const renderer = new StreamRenderer(meta, false)
  return events.flatMap((event) => {
    const frame = renderer.render(event)
    return frame === undefined ? [] : [JSON.parse(dataOfFrame(frame) ?? '') as Record<string, unknown>]
  })
}

describe('a translated answer', () => {
  it('is written as a whole with text, reasoning, tools and usage', () => {
    const reply = renderReply(
      { text: '', reasoning: 'hm', toolCalls: [{ id: 'call_1', name: 'f', arguments: '{"a":1}' }], finishReason: 'tool_calls', usage },
      meta,
    )
    expect(JSON.parse(reply)).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { content: null, reasoning_content: 'hm', tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f' } }] },
        },
      ],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 7,
        total_tokens: 17,
        prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
      },
    })
  })

  it('ends with its usage where that is asked for and known, and else with the mark alone', () => {
    const ended = (wantsUsage: boolean, told: typeof usage | undefined) =>
      Buffer.from(new StreamRenderer(meta, wantsUsage).end(told)).toString()
    expect([ended(false, usage), ended(true, undefined)]).toEqual(['data: [DONE]\n\n', 'data: [DONE]\n\n'])
    expect(ended(true, usage)).toMatch(/^data: \{.*"choices":\[\],"usage":\{"prompt_tokens":10,.*\}\n\ndata: \[DONE\]\n\n$/)
  })

  it('is streamed with the role once, tool calls by index and one finish', () => {
    const chunks = chunksOf([
      { kind: 'text', text: 'hi' },
      { kind: 'tool-call-begun', index: 0, id: 'call_1', name: 'f' },
      { kind: 'tool-call-arguments', index: 0, fragment: '{}' },
      { kind: 'usage', usage },
      { kind: 'finished', reason: 'tool_calls' },
    ])
    expect(chunks).toHaveLength(4)
    expect(chunks[0]).toMatchObject({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' }, finish_reason: null }],
    })
    expect(chunks[1]).toMatchObject({
      choices: [{ delta: { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }] } }],
    })
    expect(chunks[2]).toMatchObject({ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] } }] })
    expect(chunks[3]).toMatchObject({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] })
    expect(chunks.filter((chunk) => JSON.stringify(chunk).includes('"role"'))).toHaveLength(1)
  })

  it('hands signed thoughts to the caller, who must send them back', () => {
    const sealed = [{ type: 'thinking', thinking: 'hm', signature: 'sig' }]
    const toolCalls = [{ id: 'call_1', name: 'f', arguments: '{}', signature: 'QUJD' }]
    const reply = renderReply({ text: '', reasoning: 'hm', sealedReasoning: sealed, toolCalls, finishReason: 'tool_calls', usage }, meta)
    const seal = { extra_content: { google: { thought_signature: 'QUJD' } } }
    expect(JSON.parse(reply)).toMatchObject({ choices: [{ message: { thinking_blocks: sealed, tool_calls: [seal] } }] })
    const chunks = chunksOf([
      { kind: 'reasoning', text: '', sealed },
      { kind: 'tool-call-begun', index: 0, id: 'call_1', name: 'f', signature: 'QUJD' },
    ])
    expect(chunks[0]).toMatchObject({ choices: [{ delta: { thinking_blocks: sealed } }] })
    expect(JSON.stringify(chunks[0])).not.toContain('reasoning_content')
    expect(chunks[1]).toMatchObject({ choices: [{ delta: { tool_calls: [seal] } }] })
  })

  it('hands back the seals on words and pictures where Google puts them', () => {
    const seal = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })
    const images = [{ mimeType: 'image/png', data: 'AAAA', signature: 'Qg==' }]
    const reply = renderReply(
      { text: 'Done.', textSignature: 'QQ==', reasoning: '', images, toolCalls: [], finishReason: 'stop', usage },
      meta,
    )
    expect(JSON.parse(reply)).toMatchObject({ choices: [{ message: { content: 'Done.', ...seal('QQ=='), images: [seal('Qg==')] } }] })
    const chunks = chunksOf([
      { kind: 'text', text: 'Done.' },
      { kind: 'text', text: '', signature: 'QQ==' },
      { kind: 'image', image: { mimeType: 'image/png', data: 'AAAA', signature: 'Qg==' } },
    ])
    expect(JSON.stringify(chunks[0])).not.toContain('extra_content')
    expect(chunks[1]).toMatchObject({ choices: [{ delta: { content: '', ...seal('QQ==') } }] })
    expect(chunks[2]).toMatchObject({ choices: [{ delta: { images: [seal('Qg==')] } }] })
  })

  it('tells which parts of its usage were spoken or predicted, whole and in the chunk at the end', () => {
    const parts = { audioInput: 1, audioOutput: 2, acceptedPrediction: 3, rejectedPrediction: 4 }
    const told = {
      prompt_tokens: 10,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 3, audio_tokens: 1 },
      completion_tokens_details: {
        reasoning_tokens: 4,
        audio_tokens: 2,
        accepted_prediction_tokens: 3,
        rejected_prediction_tokens: 4,
      },
    }
    const full = { ...usage, ...parts }
    expect(JSON.parse(renderReply({ text: 'hi', reasoning: '', toolCalls: [], finishReason: 'stop', usage: full }, meta))).toMatchObject({
      usage: told,
    })
    const end = new TextDecoder().decode(new StreamRenderer(meta, true).end(full))
    expect(JSON.parse(end.slice('data: '.length, end.indexOf('\n')))).toMatchObject({ choices: [], usage: told })
  })
})
