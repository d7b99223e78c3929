import { describe, expect, it } from 'bun:test'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { describeProvider } from '../kit/conformance.ts'
import { coze } from './index.ts'
import { cancel } from './request.ts'

const noTools = 'a bot has tools of its own and takes none from the caller'

describeProvider(coze, { folder: import.meta.dirname, skip: { tools: noTools, 'stream-tools': noTools } })

const target: ChannelTarget = { baseUrl: '', key: 'pat_1', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

describe('a chat that is no longer waited for', () => {
  const begun = 'event:conversation.chat.created\ndata:{"id":"c1","conversation_id":"v1","status":"created"}\n\nevent:conversation.mess'

  it('is canceled by the names in its first event', () => {
    expect(cancel(begun, target)).toMatchObject({
      method: 'POST',
      url: 'https://api.coze.com/v3/chat/cancel',
      headers: { authorization: 'Bearer pat_1', 'content-type': 'application/json' },
      body: '{"chat_id":"c1","conversation_id":"v1"}',
    })
  })

  it('cannot be canceled before that event has come whole', () => {
    for (const cut of ['', begun.slice(0, 40), begun.slice(0, 70), 'data:{"code":4100,"msg":"no"}']) {
      expect(cancel(cut, target)).toBeUndefined()
    }
  })
})
