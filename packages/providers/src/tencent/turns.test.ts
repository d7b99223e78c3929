import { describe, expect, it } from 'bun:test'
import { objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { bodyText, encodeScript } from '../kit/conformance/script-checks.ts'
import { tencent } from './index.ts'
import { failureOf } from './errors.ts'

const KEY = '1300000001|AKIDEXAMPLE0000000000000000000000001|EXAMPLEsecretKEY0000000000000001'

const requestFor = (messages: readonly JsonObject[], key = KEY) =>
  encodeScript(tencent, { target: { key }, call: { model: 'hunyuan-lite', messages } }).request

const sent = (messages: readonly JsonObject[]) => {
  const body = parseJson(bodyText(requestFor(messages).body))
  return objectAt({ body }, 'body')?.['Messages']
}

describe('a conversation', () => {
  it('begins and ends with the user', () => {
    const talk = [
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Welcome.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Once upon' },
    ]
    expect(sent(talk)).toEqual([
      { Role: 'system', Content: 'Be brief.' },
      { Role: 'user', Content: '...' },
      { Role: 'assistant', Content: 'Welcome.' },
      { Role: 'user', Content: 'Hello' },
      { Role: 'assistant', Content: 'Once upon' },
      { Role: 'user', Content: 'Continue.' },
    ])
  })

  it('has words beside every image', () => {
    const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    expect(sent([{ role: 'user', content: [image] }])).toEqual([
      {
        Role: 'user',
        Contents: [
          { Type: 'text', Text: '...' },
          { Type: 'image_url', ImageUrl: { Url: 'https://example.com/a.png' } },
        ],
      },
    ])
  })
})

describe('a key', () => {
  const hello = [{ role: 'user', content: 'Hello' }]

  it('of one piece belongs to the newer wire', () => {
    expect(requestFor(hello, 'sk-0123456789').url).toBe('https://tokenhub.tencentmaas.com/v1/chat/completions')
  })

  it.each(['AKID|secret', '1|AKID|secret|more', '1||secret'])('of other parts than three goes nowhere: %s', (key) => {
    expect(() => requestFor(hello, key)).toThrow(UnusableKey)
  })
})

describe('an answer that upstream gave up', () => {
  it.each([
    [{ ErrorMsg: { Msg: 'took too long', Code: 4001 } }, { fault: 'too-slow', message: 'took too long' }],
    [{ Response: { ErrorMsg: { Msg: 'inner fault', Code: 4000 } } }, { fault: 'broken', message: 'inner fault' }],
    [{ Response: { Choices: [] } }, undefined],
  ] as const)('tells why: %j', (json, failure) => {
    expect(failureOf(json)).toEqual(failure)
  })
})
