import { describe, expect, it } from 'bun:test'
import { parseChatCall } from './parse-call.ts'

const problemOf = (...contents: readonly unknown[]) => {
  const messages = contents.map((content) => ({ role: 'user', content }))
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages }))
  return parsed.ok ? undefined : parsed.problem
}

describe('the content of a message', () => {
  it.each([
    [7, 'messages[1].content'],
    [true, 'messages[1].content'],
    [{ type: 'text', text: 'hi' }, 'messages[1].content'],
    [[7], 'messages[1].content[0]'],
    [['hi'], 'messages[1].content[0]'],
    [[{ type: 'text', text: 'hi' }, 'hi'], 'messages[1].content[1]'],
    [[{ type: 'tool_result', content: ['hi'] }], 'messages[1].content[0].content[0]'],
    [[null], 'messages[1].content[0]'],
    [[[]], 'messages[1].content[0]'],
    [[{ text: 'hi' }], 'messages[1].content[0].type'],
    [[{ type: 3, text: 'hi' }], 'messages[1].content[0].type'],
    [[{ type: 'text', text: 5 }], 'messages[1].content[0].text'],
    [
      [
        { type: 'text', text: 'hi' },
        { type: 'text', text: { value: 'hi' } },
      ],
      'messages[1].content[1].text',
    ],
    [[{ type: 'text' }], 'messages[1].content[0].text'],
    [[{ type: 'refusal', refusal: 1 }], 'messages[1].content[0].refusal'],
    [[{ type: 'image_url' }], 'messages[1].content[0].image_url'],
    [[{ type: 'image_url', image_url: 5 }], 'messages[1].content[0].image_url'],
    [[{ type: 'image_url', image_url: { url: ['x'] } }], 'messages[1].content[0].image_url.url'],
    [[{ type: 'input_audio', input_audio: 'x' }], 'messages[1].content[0].input_audio'],
    [[{ type: 'input_audio', input_audio: { data: 1, format: 'wav' } }], 'messages[1].content[0].input_audio.data'],
    [[{ type: 'file', file: 'x' }], 'messages[1].content[0].file'],
  ])('is refused by the field that has a wrong type: %j', (content, param) => {
    expect(problemOf('before', content)?.param).toBe(param)
  })

  it('is refused in words that name the field', () => {
    expect(problemOf([{ type: 'text', text: 5 }])).toEqual({
      param: 'messages[0].content[0].text',
      zh: 'messages[0].content[0].text 必须是文本',
      en: 'The field messages[0].content[0].text must be a text',
    })
    expect(problemOf(7)?.en).toBe('The field messages[0].content must be a text or an array of parts')
  })

  it.each([
    ['hi'],
    [''],
    [null],
    [undefined],
    [[]],
    [[{ type: 'text', text: '' }]],
    [[{ type: 'refusal', refusal: 'no' }]],
    [[{ type: 'image_url', image_url: 'https://example.com/a.png' }]],
    [[{ type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } }]],
    [[{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }]],
    [[{ type: 'file', file: { file_id: 'f-1' } }]],
    [[{ type: 'video_url', video_url: 5 }]],
    [[{ type: 'made_up' }]],
    [[{ type: 'tool_result', tool_use_id: 'a', content: 'done' }]],
    [[{ type: 'tool_result', tool_use_id: 'a' }]],
  ])('passes as long as the types of known parts are right: %j', (content) => {
    expect(problemOf(content)).toBeUndefined()
  })
})

it.each([[[{ role: 'user', content: 'hi' }, 7]], [[7, { role: 'user', content: 'hi' }]], [[]], ['hi'], [{}]])(
  'messages cannot be %j',
  (messages) => {
    const parsed = parseChatCall(JSON.stringify({ model: 'm', messages }))
    expect(parsed.ok ? undefined : parsed.problem.param).toBe('messages')
  },
)
