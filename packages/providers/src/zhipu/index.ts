import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { defineProvider } from '../kit/define.ts'
import { oneOfTwo } from '../kit/one-of-two.ts'
import { classifyOpenaiError, openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { faultCodes } from './errors.ts'
import { adaptChat, adaptEmbeddings, adaptImages, DROPPED, droppedByLegacy, encodeLegacy, isLegacyModel } from './request.ts'
import { legacyWire, openMender } from './response.ts'

const wire = {
  defaultBaseUrl: defaultBaseUrlOf(16),
  path: ({ task }: { readonly task: string }) => `/api/paas/v4/${task}`,
  adapt: adaptChat,
  adaptTask: { embeddings: adaptEmbeddings, 'images/generations': adaptImages },
  drop: DROPPED,
  hasUnaskedUsage: true,
  openMender,
}

export const zhipu = defineProvider({
  id: 'zhipu',
  channelType: 16,
  chat: oneOfTwo({
    usual: openaiChat(wire),
    other: { encode: encodeLegacy, wire: legacyWire, dropped: droppedByLegacy },
    isOther: isLegacyModel,
  }),
  tasks: openaiTasks(['embeddings', 'images/generations', 'audio/speech', 'audio/transcriptions', 'rerank'], wire),
  classify: classifyOpenaiError(faultCodes),
})
