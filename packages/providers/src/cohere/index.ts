import { defineProvider } from '../kit/define.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { faultOfStatus, openaiTasks } from '../kit/openai-wire.ts'
import { DEFAULT_BASE_URL, dropped, encodeChat, KNOWN, urlAt } from './request.ts'
import { decodeChat, openStream } from './response.ts'
import { embeddings, rerank } from './tasks.ts'

/** Upstream gave the call up on its own side. */
const CANCELLED = 499

/** Recordings are sent and answered as OpenAI's are. */
const transcriptions = openaiTasks(['audio/transcriptions'], {
  defaultBaseUrl: DEFAULT_BASE_URL,
  path: ({ base, task }) => urlAt(base, `/v2/${task}`),
})

export const cohere = defineProvider({
  id: 'cohere',
  channelType: 35,
  chat: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN),
  tasks: { embeddings, rerank, ...transcriptions },
  classify: (status) => (status === CANCELLED ? 'broken' : faultOfStatus(status)),
})
