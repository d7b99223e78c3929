import type { TaskCapability } from '@weir/dialects/model/provider'
import { withoutDefaultUrl } from '../kit/base-url.ts'
import { withoutFields } from '../kit/body.ts'
import { defineProvider } from '../kit/define.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { nativeChat } from '../kit/native-chat.ts'
import { switchWire } from '../kit/switch-wire.ts'
import { openaiChat, openaiTasks } from '../kit/openai-wire.ts'
import { classify, refusalCode } from './errors.ts'
import { DEFAULT_BASE_URL, dropped, encodeChat, encodeEmbeddings, isBearerKey, KNOWN, MAX_TEXTS } from './request.ts'
import { decodeChat, decodeEmbeddings, openStream } from './response.ts'

const bearerWire = {
  defaultBaseUrl: 'https://tokenhub.tencentmaas.com',
  filtersAllowedTools: true,
  adapt: olderNames,
  drop: ['presence_penalty', 'frequency_penalty'],
  // The vectors are read here and rendered in the form the caller asked for.
  adaptTask: { embeddings: withoutFields('encoding_format') },
  openNormalizer: lenientNormalizer(),
}

const bearerTasks = openaiTasks(['embeddings'], bearerWire)

const embeddings: TaskCapability = {
  encode: (call, target, context) => {
    const bearer = isBearerKey(target) ? bearerTasks.embeddings : undefined
    if (bearer === undefined) return encodeEmbeddings(call, target, context)
    return bearer.encode(call, withoutDefaultUrl(target, DEFAULT_BASE_URL), context)
  },
  decode: ({ bytes }, call) => decodeEmbeddings(bytes, call),
  maxInputs: () => MAX_TEXTS,
}

export const tencent = defineProvider({
  id: 'tencent',
  channelType: 23,
  chat: switchWire({
    usual: nativeChat({ encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped }, KNOWN),
    other: openaiChat(bearerWire),
    usualBaseUrl: DEFAULT_BASE_URL,
    isOther: (_model, target) => isBearerKey(target),
  }),
  tasks: { embeddings },
  classify,
  refusalCode,
})
