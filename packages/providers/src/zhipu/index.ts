import { defineProvider } from '../kit/define.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { switchWire } from '../kit/switch-wire.ts'
import { classifyOpenaiError, openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'
import { faultCodes, refusalCode } from './errors.ts'
import {
  adaptChat,
  adaptEmbeddings,
  adaptImages,
  DEFAULT_BASE_URL,
  DROPPED,
  encodeLegacy,
  isLegacyModel,
  KNOWN_BY_LEGACY,
  maxInputs,
  NEWER_PATH,
} from './request.ts'
import { legacyWire, openNormalizer } from './response.ts'

const wire = {
  defaultBaseUrl: DEFAULT_BASE_URL,
  path: ({ task }: { readonly task: string }) => `/api/paas/v4/${task}`,
  filtersAllowedTools: true,
  adapt: adaptChat,
  adaptTask: { embeddings: adaptEmbeddings, 'images/generations': adaptImages },
  maxInputs,
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
      otherPath: NEWER_PATH,
      serves: (model) => !isLegacyModel(model),
    }),
  },
  chat: switchWire({
    usual: openaiChat(wire),
    other: nativeChat({ encode: encodeLegacy, wire: legacyWire }, KNOWN_BY_LEGACY),
    isOther: isLegacyModel,
  }),
  tasks: openaiTasks(['embeddings', 'images/generations', 'audio/speech', 'audio/transcriptions', 'rerank'], wire),
  classify: classifyOpenaiError(faultCodes),
  refusalCode,
})
