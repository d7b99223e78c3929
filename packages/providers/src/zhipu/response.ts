import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { NativeWire } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import type { Usage } from '@weir/dialects/model/usage'
import { openEventStream, type NamedEvent } from '../kit/streams/event-stream.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { reportedUsage } from '../kit/reported-usage.ts'
import { legacyFailure } from './errors.ts'

export const openNormalizer = lenientNormalizer()

const usageOf = (usage: JsonObject | undefined): Usage | undefined =>
  reportedUsage({
    prompt: figureAt(usage, 'prompt_tokens'),
    output: figureAt(usage, 'completion_tokens'),
    total: figureAt(usage, 'total_tokens'),
  })

/** This wire puts the whole text between quotation marks. */
const unquoted = (text: string): string => text.replace(/^"/, '').replace(/"$/, '')

const decodeLegacy = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  if (!isObject(json)) return failedWith('broken')
  if (json['success'] !== true) return legacyFailure(body, textAt(json, 'msg') ?? '')
  const data = objectAt(json, 'data')
  const content = textAt(arrayAt(data, 'choices')[0], 'content')
  if (content === undefined) return failedWith('broken')
  return decoded({
    text: unquoted(content),
    reasoning: '',
    toolCalls: [],
    finishReason: 'stop',
    usage: usageOf(objectAt(data, 'usage')),
  })
}

/** The figures come with the last event, and only they prove that it came whole. */
const finishOf = (meta: unknown): readonly ChatEvent[] => {
  if (!isObject(meta)) return []
  const usage = usageOf(objectAt(meta, 'usage'))
  return [...(usage ? [{ kind: 'usage' as const, usage }] : []), { kind: 'finished', reason: 'stop' }]
}

const readEvent = ({ event, data, fields }: NamedEvent): readonly ChatEvent[] => {
  const text: readonly ChatEvent[] = data === '' ? [] : [{ kind: 'text', text: data }]
  switch (event) {
    case 'add':
      return text
    case 'finish':
      return [...text, ...finishOf(parseJson(fields['meta'] ?? ''))]
    case 'error':
    case 'interrupted':
      return [{ kind: 'failed', failure: legacyFailure(data, '').failure }]
    default:
      return []
  }
}

export const legacyWire: NativeWire = {
  kind: 'native',
  decode: decodeLegacy,
  openStream: () => openEventStream({ read: readEvent, readWhole: (body) => eventsOfReply(decodeLegacy(body)) }),
}
