import { figureAt, isObject, objectAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith, type ChatEvent, type ChatReply, type Decoded } from '@weir/dialects/model/event'
import type { TrailingUsage, Cancel, FollowUp, StreamDecoder, TaskReply } from '@weir/dialects/model/provider'
import { eventsOfReply } from '@weir/dialects/model/reply-events'
import type { ChannelTarget, UpstreamRequest } from '@weir/dialects/model/upstream'
import type { Usage } from '@weir/dialects/model/usage'
import { openEventStream, type NamedEvent } from '../kit/streams/event-stream.ts'
import { reportedUsage } from '../kit/reported-usage.ts'
import { apiBase } from './request.ts'

/** The text pieces or addresses that a prediction gave; undefined when it has not succeeded. */
const outputOf = (json: unknown): readonly string[] | undefined => {
  if (!isObject(json) || textAt(json, 'status') !== 'succeeded') return undefined
  const { output } = json
  const list: readonly unknown[] = Array.isArray(output) ? output : [output]
  return list.filter((piece) => typeof piece === 'string')
}

const usageOf = (metrics: unknown): Usage | undefined =>
  reportedUsage({ prompt: figureAt(metrics, 'input_token_count'), output: figureAt(metrics, 'output_token_count') })

export const decodeChat = (body: string): Decoded<ChatReply> => {
  const json = parseJson(body)
  const output = outputOf(json)
  if (output === undefined) return failedWith('broken')
  return decoded({ text: output.join(''), reasoning: '', toolCalls: [], finishReason: 'stop', usage: usageOf(objectAt(json, 'metrics')) })
}

/** Not upstream's: what it tells after a stream, as an event of that stream. */
const METRICS_EVENT = 'weir-metrics'

const readEvent = ({ event, data }: NamedEvent): readonly ChatEvent[] => {
  switch (event) {
    case 'output':
      return data === '' ? [] : [{ kind: 'text', text: data }]
    case 'error':
      return [{ kind: 'failed', failure: failedWith('broken').failure }]
    case 'done': {
      const end = parseJson(data)
      // An event that was cut has no data and proves nothing.
      if (!isObject(end)) return []
      const isWhole = end['reason'] === undefined
      return isWhole ? [{ kind: 'finished', reason: 'stop' }] : [{ kind: 'failed', failure: failedWith('broken').failure }]
    }
    case METRICS_EVENT: {
      const usage = usageOf(parseJson(data))
      return usage === undefined ? [] : [{ kind: 'usage', usage }]
    }
    default:
      return []
  }
}

export const openStream = (): StreamDecoder => openEventStream({ read: readEvent, readWhole: (body) => eventsOfReply(decodeChat(body)) })

/** The address comes from a reply, so it is asked only where it can belong to the provider; and it never gets the key. */
const streamRequest = (json: unknown, target: ChannelTarget): UpstreamRequest | undefined => {
  const url = URL.parse(textAt(objectAt(json, 'urls'), 'stream') ?? '')
  if (url === null) return undefined
  const isOwn = url.protocol === 'https:' && /(?:^|\.)replicate\.(?:com|net)$/.test(url.hostname)
  const isSameServer = url.origin === new URL(apiBase(target)).origin
  return isOwn || isSameServer ? { method: 'GET', url: url.href, headers: { accept: 'text/event-stream' }, body: '' } : undefined
}

const WAITING = new Set(['starting', 'processing'])
const MAX_STEPS = 300
const QUICK_STEPS = 10

/** The name of a prediction that is still at work. */
const runningId = (json: unknown): string | undefined => (WAITING.has(textAt(json, 'status') ?? '') ? textAt(json, 'id') : undefined)

const requestFor = (id: string, target: ChannelTarget, verb: '' | '/cancel'): UpstreamRequest => ({
  method: verb === '' ? 'GET' : 'POST',
  url: `${apiBase(target)}/predictions/${encodeURIComponent(id)}${verb}`,
  headers: { authorization: `Bearer ${target.key}` },
  body: '',
})

export const follow: FollowUp = ({ body, step, isStream }, target) => {
  const json = parseJson(body)
  const id = runningId(json)
  if (id === undefined) return undefined
  const stream = isStream ? streamRequest(json, target) : undefined
  if (stream !== undefined) return { request: stream, delayMs: 0 }
  if (step >= MAX_STEPS) return failedWith('too-slow').failure
  return { request: requestFor(id, target, ''), delayMs: step < QUICK_STEPS ? 500 : 1000 }
}

/** A prediction goes on, and costs, until it is canceled, also when its connection is closed. */
export const cancel: Cancel = (said, target) => {
  const id = runningId(parseJson(said))
  return id === undefined ? undefined : requestFor(id, target, '/cancel')
}

/** The stream has no figures. */
export const trailingUsage: TrailingUsage = {
  request: (said, target) => {
    const id = textAt(parseJson(said), 'id')
    return id === undefined ? undefined : requestFor(id, target, '')
  },
  render: (body) => `event: ${METRICS_EVENT}\ndata: ${JSON.stringify(objectAt(parseJson(body), 'metrics') ?? {})}\n\n`,
}

export const decodeImages = (bytes: Uint8Array): Decoded<TaskReply> => {
  const output = outputOf(parseJson(new TextDecoder().decode(bytes)))
  if (output === undefined || output.length === 0) return failedWith('broken')
  const usage = reportedUsage({ prompt: output.length * 1000, output: 0 })
  return decoded({
    body: JSON.stringify({ created: 0, data: output.map((url) => ({ url })) }),
    contentType: 'application/json',
    usage: usage && { ...usage, unit: 'image' },
  })
}
