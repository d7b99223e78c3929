import { arrayAt, isObject, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded, type WireFailure } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { openLineStream } from '../kit/streams/line-stream.ts'

/** The meaning of the codes is not published, so none of them speaks against the key. */
const failureOf = (json: JsonObject): WireFailure | undefined => {
  const code = json['errCode']
  const isError = (typeof code === 'number' && code !== 0) || json['success'] === false
  return isError ? failedWith('broken', textAt(json, 'message')).failure : undefined
}

/** The documents behind an answer, as a list of links under it. */
const sourcesText = (documents: readonly unknown[]): string => {
  if (documents.length === 0) return ''
  const lines = documents.map((document, at) => `${at + 1}. [${textAt(document, 'title') ?? ''}](${textAt(document, 'url') ?? ''})`)
  return `\n\n参考文档：\n\n${lines.join('\n')}`
}

export const decodeChat = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  if (!isObject(json)) return failedWith('broken')
  const failure = failureOf(json)
  if (failure) return { ok: false, failure }
  const answer = textAt(json, 'answer')
  if (answer === undefined) return failedWith('broken')
  const text = answer + sourcesText(arrayAt(json, 'documents'))
  return decoded({ text, reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined })
}

class LineReader {
  #documents: readonly unknown[] = []

  read(line: string): readonly ChatEvent[] {
    const json = parseJson(line.replace(/^data: ?/, ''))
    if (!isObject(json)) return []
    const failure = failureOf(json)
    if (failure) return [{ kind: 'failed', failure }]
    const documents = arrayAt(json, 'documents')
    if (documents.length > 0) this.#documents = documents
    const isLast = json['finish'] === true
    const text = (textAt(json, 'content') ?? '') + (isLast ? sourcesText(this.#documents) : '')
    return [
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
      ...(isLast ? [{ kind: 'finished' as const, reason: 'stop' as const }] : []),
    ]
  }
}

/** Events are not parted by blank lines here, so each line is one. */
export const openStream = (): StreamDecoder => {
  const reader = new LineReader()
  return openLineStream((line) => reader.read(line))
}
