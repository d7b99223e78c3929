import { defineProvider } from '../kit/define.ts'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { DEFAULT_BASE_URL, dropped, encodeChat, encodeImages } from './request.ts'
import { decodeChat, decodeImages, follow, openStream } from './response.ts'

export const replicate = defineProvider({
  id: 'replicate',
  channelType: 46,
  defaultBaseUrl: DEFAULT_BASE_URL,
  chat: { encode: encodeChat, wire: { kind: 'native', decode: decodeChat, openStream }, dropped, follow },
  tasks: { 'images/generations': { encode: encodeImages, decode: ({ bytes }) => decodeImages(bytes), follow } },
  classify: faultOfStatus,
})
