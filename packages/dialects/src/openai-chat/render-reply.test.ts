import { expect, it } from 'bun:test'
import type { ChatReply } from '../model/event.ts'
import { renderReply } from './render-reply.ts'

const META = { id: 'chatcmpl-1', created: 5, model: 'm' }
const REPLY: ChatReply = { text: '', reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined }
const written = (over: Partial<ChatReply>): unknown => JSON.parse(renderReply({ ...REPLY, ...over }, META))
const whole = (message: object, choice: object = {}, rest: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 5,
  model: 'm',
  choices: [
    { index: 0, message: { role: 'assistant', content: '', refusal: null, ...message }, finish_reason: 'stop', logprobs: null, ...choice },
  ],
  ...rest,
})
const signed = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })

it.each<readonly [Partial<ChatReply>, object]>([
  [{}, whole({})],
  [{ text: 'a' }, whole({ content: 'a' })],
  [{ text: 'a', textSignature: 's' }, whole({ content: 'a', ...signed('s') })],
  [{ refusal: 'no' }, whole({ refusal: 'no' })],
  [{ reasoning: 'hm', sealedReasoning: [{ type: 'x' }] }, whole({ reasoning_content: 'hm', thinking_blocks: [{ type: 'x' }] })],
  [{ annotations: [{ type: 'y' }] }, whole({ annotations: [{ type: 'y' }] })],
  [
    {
      images: [
        { mimeType: 'image/png', data: 'AA' },
        { mimeType: 'image/gif', data: 'BB', signature: 's' },
      ],
    },
    whole({
      images: [
        { type: 'image_url', index: 0, image_url: { url: 'data:image/png;base64,AA' } },
        { type: 'image_url', index: 1, image_url: { url: 'data:image/gif;base64,BB' }, ...signed('s') },
      ],
    }),
  ],
  [
    { audio: { id: 'i', data: 'AA', transcript: 't', expiresAt: 9 } },
    whole({ audio: { id: 'i', data: 'AA', transcript: 't', expires_at: 9 } }),
  ],
  [{ audio: {} }, whole({ audio: {} })],
  [
    { toolCalls: [{ id: 'c', name: 'f', arguments: '{}', signature: 's' }], finishReason: 'tool_calls' },
    whole(
      { content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...signed('s') }] },
      { finish_reason: 'tool_calls' },
    ),
  ],
  [
    { text: 'a', toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }] },
    whole({ content: 'a', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] }),
  ],
  [{ logprobs: [{ token: 'a' }] }, whole({}, { logprobs: { content: [{ token: 'a' }], refusal: null } })],
  [{ traits: { systemFingerprint: 'fp', serviceTier: 'default' } }, whole({}, {}, { system_fingerprint: 'fp', service_tier: 'default' })],
])('writes %j', (over, reply) => {
  expect(written(over)).toEqual(reply)
})
