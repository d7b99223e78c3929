import { describe, expect, it } from 'bun:test'
import { chatCallOf, contextOf, targetOf } from '../../kit/conformance/expectation.ts'
import { aws } from '../index.ts'

const sent = (messages: readonly object[]): unknown => {
  const call = chatCallOf({ model: 'amazon.nova-lite-v1:0', messages }, false)
  const request = aws.chat?.encode(call, targetOf({ target: { key: 'AKIA0|secret|us-east-1' } }), contextOf({}))
  return (JSON.parse(String(request?.body)) as { readonly messages: unknown }).messages
}
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const PDF = { type: 'file', file: { filename: 'a_b.pdf', file_data: 'data:application/pdf;base64,AA' } }

describe('a conversation', () => {
  it('alternates, and neighbours of one role are one turn', () => {
    expect(sent([user('a'), user('b'), assistant('c'), assistant('d'), user('e')])).toEqual([
      { role: 'user', content: [{ text: 'a' }, { text: 'b' }] },
      { role: 'assistant', content: [{ text: 'c' }, { text: 'd' }] },
      { role: 'user', content: [{ text: 'e' }] },
    ])
  })

  it('begins with the user, and has no turn without words', () => {
    expect(sent([assistant('a'), user('b')])).toEqual([
      { role: 'user', content: [{ text: '...' }] },
      { role: 'assistant', content: [{ text: 'a' }] },
      { role: 'user', content: [{ text: 'b' }] },
    ])
    expect(sent([user('a'), assistant(''), user('b')])).toEqual([{ role: 'user', content: [{ text: 'a' }, { text: 'b' }] }])
  })

  it('puts words beside a document that has none', () => {
    const document = { document: { format: 'pdf', name: 'a b pdf', source: { bytes: 'AA' } } }
    expect(sent([user([PDF])])).toEqual([{ role: 'user', content: [document, { text: '...' }] }])
    expect(sent([user([PDF, { type: 'text', text: 'read' }])])).toEqual([{ role: 'user', content: [document, { text: 'read' }] }])
  })

  it.each([
    ['application/pdf', 'pdf'],
    ['text/csv', 'csv'],
    ['application/msword', 'doc'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['application/vnd.ms-excel', 'xls'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['text/html', 'html'],
    ['text/plain', 'txt'],
    ['text/markdown', 'md'],
  ])('sends %s as %s', (mimeType, format) => {
    const file = { type: 'file', file: { filename: '!', file_data: `data:${mimeType};base64,AA` } }
    expect(sent([user([file, { type: 'text', text: 'x' }])])).toMatchObject([
      { content: [{ document: { format, name: 'file' } }, { text: 'x' }] },
    ])
  })

  it.each([
    ['data:image/png;base64,iVBORw0KGgo', 'png'],
    ['data:image/jpeg;base64,/9j/', 'jpeg'],
    ['data:image/gif;base64,R0lGOD', 'gif'],
    ['data:image/webp;base64,UklGR', 'webp'],
  ])('sends %s as %s', (url, format) => {
    expect(sent([user([{ type: 'image_url', image_url: { url } }])])).toMatchObject([{ content: [{ image: { format } }] }])
  })

  it('brings results of tools in the turn of the user, as JSON where they are', () => {
    const call = { id: 'c!1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }
    const result = (content: unknown) =>
      sent([user('go'), { role: 'assistant', tool_calls: [call] }, { role: 'tool', tool_call_id: 'c!1', content }])
    const told = (content: readonly object[]) => [
      { role: 'user', content: [{ text: 'go' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'c_1', name: 'f', input: { a: 1 } } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'c_1', content } }] },
    ]
    expect(result('{"x":1}')).toEqual(told([{ json: { x: 1 } }]))
    expect(result('[1]')).toEqual(told([{ text: '[1]' }]))
    expect(result('')).toEqual(told([{ text: '...' }]))
  })
})
