import { describe, expect, it } from 'bun:test'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { describeProvider } from '../kit/conformance.ts'
import { deepl } from './index.ts'
import { decodeChat } from './response.ts'

const noTools = 'a translation calls no tools'

describeProvider(deepl, {
  folder: import.meta.dirname,
  skip: { tools: noTools, 'stream-tools': noTools, cut: 'a reply that is cut is a failure, shown by stream-cut' },
})

describe('the usage of a translation', () => {
  it('is the number of characters to be translated, however many bytes they take', () => {
    const parsed = parseChatCall(JSON.stringify({ model: 'deepl-en', messages: [{ role: 'user', content: '你好🙂' }] }))
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const reply = decodeChat('{"translations":[{"text":"Hello"}]}', parsed.call)
    expect(reply).toMatchObject({ ok: true, value: { usage: { input: 3, output: 0 } } })
  })
})
