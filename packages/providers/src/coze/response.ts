import { figureAt, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { failedWith, type ChatEvent, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { StreamDecoder } from '@weir/dialects/model/provider'
import { openEventStream, type NamedEvent } from '../kit/streams/event-stream.ts'
import { collectReply } from '../kit/streams/collect-reply.ts'
import { reportedUsage } from '../kit/reported-usage.ts'
import { failureOf, lastError } from './errors.ts'

class EventReader {
  /** Messages of which pieces have come. Each is repeated as a whole when it is complete. */
  readonly #begun = new Set<string>()

  read({ event, data }: NamedEvent): readonly ChatEvent[] {
    const json = parseJson(data)
    if (json === undefined) return []
    switch (event) {
      case 'conversation.message.delta':
        this.#begun.add(textAt(json, 'id') ?? '')
        return this.#answer(json)
      case 'conversation.message.completed':
        return this.#begun.has(textAt(json, 'id') ?? '') ? [] : this.#answer(json)
      case 'conversation.chat.completed':
        return this.#end(objectAt(json, 'usage'))
      case 'conversation.chat.failed':
      case 'conversation.chat.canceled':
        return [{ kind: 'failed', failure: lastError(json) }]
      case 'conversation.chat.requires_action':
        return [{ kind: 'failed', failure: failedWith('bad-request', 'The bot waits for a tool on the side of the caller').failure }]
      case 'error':
        return [{ kind: 'failed', failure: failureOf(json) ?? failedWith('broken').failure }]
      default:
        return []
    }
  }

  /** Follow-up questions, tool calls of the bot itself and remarks are no part of the answer. */
  #answer(json: unknown): readonly ChatEvent[] {
    if (textAt(json, 'type') !== 'answer') return []
    const [text, reasoning] = [textAt(json, 'content') ?? '', textAt(json, 'reasoning_content') ?? '']
    return [
      ...(reasoning === '' ? [] : [{ kind: 'reasoning' as const, text: reasoning }]),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ]
  }

  #end(counts: JsonObject | undefined): readonly ChatEvent[] {
    const usage = reportedUsage({
      prompt: figureAt(counts, 'input_count'),
      output: figureAt(counts, 'output_count'),
      total: figureAt(counts, 'token_count'),
    })
    return [...(usage ? [{ kind: 'usage' as const, usage }] : []), { kind: 'finished', reason: 'stop' }]
  }
}

/** A body that is no stream is an error, with status 200. */
const readWhole = (body: string): readonly ChatEvent[] => [
  { kind: 'failed', failure: failureOf(parseJson(body)) ?? failedWith('broken').failure },
]

export const openStream = (): StreamDecoder => {
  const reader = new EventReader()
  return openEventStream({ isJson: true, read: (event) => reader.read(event), readWhole })
}

export const decodeChat = (body: string): Decoded<ChatReply> => collectReply(openStream(), body)
