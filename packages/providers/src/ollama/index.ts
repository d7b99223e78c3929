import { defineProvider } from '../kit/define.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { faultOfStatus, openaiTasks } from '../kit/openai-wire.ts'
import { credential, DEFAULT_BASE_URL, dropped, encodeChat, encodeEmbeddings, KNOWN, mediaLost } from './request.ts'
import { decodeChat, decodeEmbeddings, openStream } from './response.ts'

/** The native wire is used because the compatible one cannot set the length of the context and cuts prompts silently. */
export const ollama = defineProvider({
  id: 'ollama',
  channelType: 30,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN, mediaLost),
  tasks: {
    ...openaiTasks(['completions'], { defaultBaseUrl: DEFAULT_BASE_URL, headers: credential }),
    embeddings: { encode: encodeEmbeddings, decode: ({ bytes }, call) => decodeEmbeddings(bytes, call) },
  },
  classify: faultOfStatus,
})
