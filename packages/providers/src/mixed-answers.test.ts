import { describe, expect, it } from 'bun:test'
import { chatCallOf } from './kit/conformance/expectation.ts'
import { openNormalizer as cloudflare } from './cloudflare/response.ts'
import { withAnnotations } from './mistral/references.ts'

describe('one of several answers is written anew, the other passes', () => {
  it('where Cloudflare answers with an object', () => {
    const normalize = cloudflare(chatCallOf(undefined, false)).normalize
    const plain = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }
    const object = { index: 1, message: { role: 'assistant', content: { a: 1 } }, finish_reason: 'stop' }
    expect(normalize({ id: 'c', created: 1, model: 'm', object: 'chat.completion', choices: [plain, object] })).toMatchObject({
      choices: [{ message: { content: 'Hi' } }, { message: { content: '{"a":1}' } }],
    })
  })

  it('where Mistral names its sources in one of them', () => {
    const cited = { index: 1, message: { content: ['Köln', { type: 'tool_reference', url: 'https://a.example', title: 'A' }] } }
    const plain = { index: 0, message: { content: 'Hi' } }
    const annotate = withAnnotations(chatCallOf(undefined, false))
    expect(annotate({ choices: [plain, cited, null] })).toEqual({
      choices: [
        plain,
        {
          index: 1,
          message: {
            ...cited.message,
            annotations: [{ type: 'url_citation', url_citation: { start_index: 0, end_index: 4, url: 'https://a.example', title: 'A' } }],
          },
        },
        null,
      ],
    })
    const untouched = { choices: [plain] }
    expect(annotate(untouched)).toBe(untouched)
  })
})
