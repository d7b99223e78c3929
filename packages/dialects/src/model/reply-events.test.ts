import { describe, expect, it } from 'bun:test'
import { StreamRenderer } from '../openai-chat/render-stream.ts'
import { renderReply } from '../openai-chat/render-reply.ts'
import type { ChatReply } from './event.ts'
import { eventsOfReply, replyOfEvents } from './reply-events.ts'

const CITATION = { type: 'url_citation', url_citation: { url: 'https://example.com', title: 'T', start_index: 0, end_index: 5 } }
const LOGPROB = { token: 'Hello', logprob: -0.1, bytes: null, top_logprobs: [] }

const REPLY: ChatReply = {
  text: 'Hello',
  textSignature: 'text sig',
  reasoning: 'hm',
  refusal: 'but no',
  images: [{ mimeType: 'image/png', data: 'iVBORw0KGgo=', signature: 'image sig' }],
  audio: { id: 'a1', expiresAt: 12, data: 'QUJD', transcript: 'abc' },
  annotations: [CITATION],
  logprobs: [LOGPROB],
  traits: { systemFingerprint: 'fp', serviceTier: 'default' },
  toolCalls: [{ id: 'c', name: 'f', arguments: '{}', signature: 'sig' }],
  finishReason: 'tool_calls',
  stopSequence: 'END',
  usage: undefined,
}
interface Chunk {
  readonly system_fingerprint: string
  readonly service_tier: string
  readonly choices: readonly [{ readonly delta: object; readonly logprobs: { readonly content: readonly object[] } | null }]
}

const META = { id: 'x', created: 1, model: 'm' }

describe('an answer and its events', () => {
  it('become each other without loss', () => {
    expect(replyOfEvents(eventsOfReply({ ok: true, value: REPLY }))).toEqual({ ok: true, value: REPLY })
  })

  it('joins speech that came in pieces padded each for itself', () => {
    const pieces = [{ data: 'QQ==' }, { data: 'QkM=', transcript: 'ab' }, { id: 'a', transcript: 'c' }]
    const events = [...pieces.map((audio) => ({ kind: 'audio' as const, audio })), { kind: 'finished' as const, reason: 'stop' as const }]
    expect(replyOfEvents(events)).toMatchObject({ ok: true, value: { audio: { id: 'a', data: 'QUJD', transcript: 'abc' } } })
  })
})

describe('a rich answer on the wire of chats', () => {
  it('has every part where clients look for it', () => {
    expect(JSON.parse(renderReply(REPLY, META))).toMatchObject({
      system_fingerprint: 'fp',
      service_tier: 'default',
      choices: [
        {
          logprobs: { content: [LOGPROB] },
          message: {
            content: 'Hello',
            refusal: 'but no',
            annotations: [CITATION],
            images: [{ type: 'image_url', index: 0, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
            audio: { id: 'a1', data: 'QUJD', transcript: 'abc', expires_at: 12 },
          },
        },
      ],
    })
  })

  it('streams the same parts', () => {
    const renderer = new StreamRenderer(META, false)
    const frames = eventsOfReply({ ok: true, value: REPLY }).flatMap((event) => {
      const bytes = renderer.render(event)
      return bytes === undefined ? [] : [JSON.parse(new TextDecoder().decode(bytes).slice('data: '.length)) as Chunk]
    })
    expect(frames.every((frame) => frame.system_fingerprint === 'fp' && frame.service_tier === 'default')).toBe(true)
    const delta: unknown = Object.assign({}, ...frames.map((frame) => frame.choices[0].delta))
    expect(delta).toMatchObject({
      refusal: 'but no',
      annotations: [CITATION],
      audio: { id: 'a1', transcript: 'abc' },
      images: [{ index: 0, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
    })
    expect(frames.flatMap((frame) => frame.choices[0].logprobs?.content ?? [])).toEqual([LOGPROB])
  })
})
