import type { ChatCapability } from '@weir/dialects/model/provider'
import { defineProvider } from '../kit/define.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { faultOfStatus, openaiTasks } from '../kit/openai-wire.ts'
import { credential, DEFAULT_BASE_URL, dropped, encodeChat, encodeEmbeddings, KNOWN, mediaLost, type Thinking } from './request.ts'
import { decodeChat, decodeEmbeddings, openStream } from './response.ts'

/** Agents ask for an effort whatever the model; the server refuses one that cannot think. */
const chatThat = (thinking: Thinking): ChatCapability =>
  nativeChat(
    {
      encode: (call, target) => encodeChat(call, target, thinking),
      wire: { kind: 'native', decode: decodeChat, openStream },
      dropped,
    },
    thinking === 'may-think' ? KNOWN : KNOWN.filter((field) => field !== 'reasoning_effort'),
    mediaLost,
  )

/** The native wire is used because the compatible one cannot set the length of the context and cuts prompts silently. */
export const ollama = defineProvider({
  id: 'ollama',
  channelType: 30,
  chat: { ...chatThat('may-think'), instead: (_, __, refusal) => (refusal === 'no-thinking' ? chatThat('cannot-think') : undefined) },
  tasks: {
    ...openaiTasks(['completions'], { defaultBaseUrl: DEFAULT_BASE_URL, headers: credential }),
    embeddings: { encode: encodeEmbeddings, decode: ({ bytes }, call) => decodeEmbeddings(bytes, call) },
  },
  classify: faultOfStatus,
})
