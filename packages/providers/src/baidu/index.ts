import type { TaskCapability } from '@weir/dialects/model/provider'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { withoutDefaultUrl } from '../kit/base-url.ts'
import { withoutFields } from '../kit/body.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { defineProvider } from '../kit/define.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { switchWire } from '../kit/switch-wire.ts'
import { openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { access, DEFAULT_BASE_URL, isBearerKey } from './access.ts'
import { classify } from './errors.ts'
import { dropped, encodeChat, encodeEmbeddings, KNOWN, MAX_TEXTS } from './request.ts'
import { decodeChat, decodeEmbeddings, follow, openStream } from './response.ts'

const bearerHeaders = (target: ChannelTarget): Readonly<Record<string, string>> => {
  const [key = '', app] = target.key.split('|')
  return { authorization: `Bearer ${key}`, ...(app !== undefined && { appid: app }) }
}

/** The newer wire, which a key of one part belongs to. */
const bearerWire = {
  defaultBaseUrl: 'https://qianfan.baidubce.com',
  path: ({ task }: { readonly task: string }) => `/v2/${task}`,
  headers: bearerHeaders,
  filtersAllowedTools: true,
  adapt: olderNames,
  // The vectors are read here and rendered in the form the caller asked for.
  adaptTask: { embeddings: withoutFields('encoding_format') },
  openNormalizer: lenientNormalizer(),
}

const [bearerChat, bearerTasks] = [openaiChat(bearerWire), openaiTasks(['embeddings'], bearerWire)]

const embeddings: TaskCapability = {
  encode: (call, target, context) => {
    const bearer = isBearerKey(target) ? bearerTasks.embeddings : undefined
    return bearer === undefined
      ? encodeEmbeddings(call, target, context)
      : bearer.encode(call, withoutDefaultUrl(target, DEFAULT_BASE_URL), context)
  },
  decode: ({ bytes }, call) => decodeEmbeddings(bytes, call),
  maxInputs: () => MAX_TEXTS,
  follow,
}

export const baidu = defineProvider({
  id: 'baidu',
  channelType: 15,
  access,
  chat: {
    ...switchWire({
      usual: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN),
      other: bearerChat,
      usualBaseUrl: DEFAULT_BASE_URL,
      isOther: (_model, target) => isBearerKey(target),
    }),
    follow,
  },
  tasks: { embeddings },
  classify,
})
