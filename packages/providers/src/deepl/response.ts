import { arrayAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { decoded, failedWith, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import { openJsonStream } from '@weir/dialects/model/json-stream'
import { lastText } from '../kit/input/last-text.ts'

export const decodeChat = (body: string, call: ChatCall): Decoded<ChatReply> => {
  const translations = arrayAt(parseJson(body), 'translations').map((translation) => textAt(translation, 'text'))
  const texts = translations.filter((text) => text !== undefined)
  if (texts.length === 0) return failedWith('broken')
  return decoded({
    text: texts.join('\n'),
    reasoning: '',
    toolCalls: [],
    finishReason: 'stop',
    // The price is per character of the source, whatever comes out; upstream does not repeat the figure.
    usage: { input: [...lastText(call)].length, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'estimate' },
  })
}

/** Translations come as a whole, also to callers that want a stream. */
export const openStream = (call: ChatCall): StreamDecoder =>
  openJsonStream({ read: () => [], readWhole: (body) => eventsOfReply(decodeChat(body, call)) })
