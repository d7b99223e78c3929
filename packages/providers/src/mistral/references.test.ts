import { expect, it } from 'bun:test'
import { parseJson } from '@weir/dialects/json'
import { chatWire } from '@weir/dialects/openai-chat/decode'
import { renderResponsesReply } from '@weir/dialects/openai-responses/render-reply'
import { chatCall } from '@weir/dialects/testing/chat-call'
import { mistral } from './index.ts'

const body = {
  model: 'm',
  messages: [
    { role: 'user', content: 'Who won?' },
    { role: 'tool', tool_call_id: 'c', content: '{"0": {"url": "https://a.example/0", "title": "Zero"}, "1": {"title": "Minutes"}}' },
  ],
}
const call = chatCall(body)
const content = [
  { type: 'text', text: 'Han 😀' },
  { type: 'reference', reference_ids: [0, 1, 9] },
  { type: 'text', text: ' won.' },
  { type: 'tool_reference', tool: 'library', title: 'Annual report' },
]
const reply = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })

it('tells a response of sources without an address as files, by the name that the model has for them', () => {
  const wire = mistral.chat?.wire
  if (wire?.kind !== 'same') throw new Error('another wire')
  const decoded = chatWire({ wire, faultOf: () => 'broken' }).decode(reply, call)
  if (!decoded.ok) throw new Error(decoded.failure.message)
  const response = parseJson(renderResponsesReply(decoded.value, { id: 'r', created: 1, model: 'm', body: {} }))
  expect(response).toMatchObject({
    output: [
      {
        content: [
          {
            text: 'Han 😀 won.',
            annotations: [
              { type: 'url_citation', url: 'https://a.example/0', title: 'Zero', start_index: 0, end_index: 5 },
              { type: 'file_citation', file_id: '1', filename: 'Minutes', index: 5 },
              { type: 'file_citation', file_id: '9', filename: '', index: 5 },
              { type: 'file_citation', file_id: 'Annual report', filename: 'Annual report', index: 10 },
            ],
          },
        ],
      },
    ],
  })
})
