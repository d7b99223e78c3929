import { faultOfGoogleError } from '@weir/dialects/gemini/errors'
import { arrayAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'

/** This wire names neither a finish nor any usage. No candidate at all means that a filter held it back. */
export const parsePalmReply = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  const error = objectAt(json, 'error')
  if (error) return failedWith(faultOfGoogleError(error) ?? 'broken', textAt(error, 'message'))
  const text = textAt(arrayAt(json, 'candidates')[0], 'content')
  const isFiltered = text === undefined && arrayAt(json, 'filters').length > 0
  if (text === undefined && !isFiltered) return failedWith('broken')
  return decoded({
    text: text ?? '',
    reasoning: '',
    toolCalls: [],
    finishReason: isFiltered ? 'content_filter' : 'stop',
    usage: undefined,
  })
}

/** There is no stream: the whole answer is one piece. */
export const openPalmStream = (): StreamDecoder => {
  const decoder = new TextDecoder()
  let body = ''
  return {
    push: (chunk) => {
      body += decoder.decode(chunk, { stream: true })
      return []
    },
    end: () => eventsOfReply(parsePalmReply(body + decoder.decode())),
  }
}
