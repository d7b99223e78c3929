import { defaultBaseUrlOf } from '../kit/base-url.ts'
import { defineProvider } from '../kit/define.ts'
import { switchWire } from '../kit/switch-wire.ts'
import { classifyOpenaiError, openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'
import { faultCodes } from './errors.ts'
import { adaptChat, adaptEmbeddings, adaptImages, DROPPED, droppedByLegacy, encodeLegacy, isLegacyModel } from './request.ts'
import { legacyWire, openNormalizer } from './response.ts'

const wire = {
  defaultBaseUrl: defaultBaseUrlOf(16),
  path: ({ task }: { readonly task: string }) => `/api/paas/v4/${task}`,
  adapt: adaptChat,
  adaptTask: { embeddings: adaptEmbeddings, 'images/generations': adaptImages },
  drop: DROPPED,
  hasUnaskedUsage: true,
  openNormalizer,
}

export const zhipu = defineProvider({
  id: 'zhipu',
  channelType: 16,
  wires: {
    messages: messagesWireAt({
      channelType: 16,
      path: '/api/anthropic/v1/messages',
      otherPath: /\/api(\/coding)?\/paas\/v4$/,
      serves: (model) => !isLegacyModel(model),
    }),
  },
  chat: switchWire({
    usual: openaiChat(wire),
    other: { encode: encodeLegacy, wire: legacyWire, dropped: droppedByLegacy },
    isOther: isLegacyModel,
  }),
  tasks: openaiTasks(['embeddings', 'images/generations', 'audio/speech', 'audio/transcriptions', 'rerank'], wire),
  classify: classifyOpenaiError(faultCodes),
})
