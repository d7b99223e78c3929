import { compatibleChat, modelName } from '../kit/dashscope/chat.ts'
import { classify, refusalCode } from '../kit/dashscope/errors.ts'
import { defineProvider } from '../kit/define.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { switchWire } from '../kit/switch-wire.ts'
import { openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'
import { edits, images } from './images.ts'
import { DEFAULT_BASE_URL, droppedByNative, encodeNative, KNOWN, pluginOf } from './request.ts'
import { rerank } from './rerank.ts'
import { nativeWire } from './response.ts'

const wire = {
  defaultBaseUrl: DEFAULT_BASE_URL,
  path: ({ task }: { readonly task: string }) => `/compatible-mode/v1/${task}`,
  ...compatibleChat,
}

export const ali = defineProvider({
  id: 'ali',
  channelType: 17,
  wires: {
    messages: {
      ...messagesWireAt({ channelType: 17, path: '/apps/anthropic/v1/messages', otherPath: /\/compatible-mode(\/v1)?$/ }),
      // Plugins and searches are asked for on the other wires only.
      isServed: (target, model) => pluginOf(target) === '' && modelName(model) === model,
    },
  },
  chat: switchWire({
    usual: openaiChat(wire),
    other: nativeChat({ encode: encodeNative, wire: nativeWire, dropped: droppedByNative }, KNOWN),
    // Plugins exist on the older wire only.
    isOther: (_model, target) => pluginOf(target) !== '',
  }),
  tasks: { ...openaiTasks(['completions', 'embeddings'], wire), 'images/generations': images, 'images/edits': edits, rerank },
  classify,
  refusalCode,
})
