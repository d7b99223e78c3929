import { compatibleChat } from '../kit/dashscope/chat.ts'
import { classify, refusalCode } from '../kit/dashscope/errors.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import type { Where } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'

/** Of the other endpoints, which operators write behind the host; rankings lie beside it. */
const COMPATIBLE_PATH = /\/compatible-mode(\/v1)?$/

const path = ({ base, task }: Where): string =>
  task === 'rerank' ? `${base.replace(COMPATIBLE_PATH, '')}/compatible-api/v1/reranks` : `/compatible-mode/v1/${task}`

/** The same service as the other channel of this vendor, without its older wire. */
export const aliBailian = openaiProvider({
  id: 'ali-bailian',
  channelType: 49,
  wires: { messages: messagesWireAt({ channelType: 49, path: '/apps/anthropic/v1/messages', otherPath: COMPATIBLE_PATH }) },
  extensions: ['cache_control', 'reasoning_content', 'top_k'],
  path,
  ...compatibleChat,
  tasks: ['embeddings', 'rerank'],
  classify,
  refusalCode,
})
