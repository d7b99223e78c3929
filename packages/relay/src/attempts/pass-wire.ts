import { isObject, parseJson } from '@weir/dialects/json'
import type { CallerWire, WireCall } from '@weir/dialects/model/caller-wire'
import type { WireCapability } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { withCalls } from '../guards/usage-bound.ts'
import { failedAttempt, type Attempt, type Attempted } from '../stage-types.ts'
import type { AttemptPorts, UpstreamReply } from '../ports.ts'
import { lookForEvents } from '../upstream/mistyped-stream.ts'
import { patienceWithBody } from '../upstream/patience.ts'
import { readBody } from '../upstream/read-body.ts'
import { PassingWireStream } from '../streams/passing-wire.ts'
import { TextMeter } from '../streams/text-meter.ts'
import { isEventStream, rereadable } from '../upstream/upstream-call.ts'
import { failedAnswer, toldFailure } from '../upstream/told-failure.ts'
import type { RenameAnswers } from './answer-names.ts'
import { counterFor } from './estimate-usage.ts'
import { EVENT_STREAM, estimateOf, streamEstimates } from './native-reply.ts'
import { openStream } from './open-stream.ts'

interface PassContext {
  readonly served: WireCapability
  readonly wire: CallerWire
  readonly call: WireCall
  readonly attempt: Attempt
  readonly ports: AttemptPorts
  readonly rename: RenameAnswers
}

const decoder = new TextDecoder()

type Counted = Parameters<typeof streamEstimates>[0]

const countedOf = ({ call, attempt, ports }: PassContext): Counted => ({
  call: { body: call.prompt },
  model: mappedModel(call.model, attempt.channel.modelMapping),
  ports,
})

const passStream = async (
  reply: UpstreamReply,
  context: PassContext,
  framing: ReturnType<NonNullable<WireCapability['openFraming']>>,
): Promise<Attempted> => {
  const { wire, call, attempt, ports, rename } = context
  const counted = countedOf(context)
  const meter = new TextMeter(counted.model, counterFor(ports))
  const stream: PassingWireStream = new PassingWireStream({
    wire,
    call,
    framing,
    rename,
    failureOf: (error) => toldFailure(attempt.provider, error),
    onText: (text) => meter.add(text, stream.reported()),
  })
  const estimates = streamEstimates(counted, meter)
  return await openStream(
    { reply, stream, attempt, ...estimates, meter, calls: stream.calls, tier: stream.tier, contentType: call.streamType ?? EVENT_STREAM },
    ports,
  )
}

/** As the stream that was asked for, where the wire knows how: a client that waits for a stream cannot read a whole answer. */
const streamWhole = async (reply: UpstreamReply, json: unknown, context: PassContext): Promise<Attempted> => {
  const events = context.wire.asStream?.(json)
  if (events === undefined) return failedAttempt('broken')
  return await passStream(rereadable(reply, events), context, undefined)
}

const passWhole = async (reply: UpstreamReply, bytes: Uint8Array, context: PassContext): Promise<Attempted> => {
  const { wire, call, attempt, ports, rename } = context
  const body = decoder.decode(bytes)
  const json = parseJson(body)
  const facts = wire.inspectReply(json, call)
  if (facts.error !== undefined) return failedAnswer(attempt.provider, body)
  if (!facts.hasOutput) return failedAttempt('broken')
  if (call.isStream) return await streamWhole(reply, json, context)
  attempt.link.finish()
  const renamed = isObject(json) ? rename(body, json) : body
  const counted = countedOf(context)
  const estimate = estimateOf(counted, () => counterFor(ports)(counted.model, facts.text))
  return {
    kind: 'whole',
    headers: reply.headers,
    contentType: 'application/json; charset=utf-8',
    body: renamed === body ? bytes : renamed,
    produced: {
      usage: facts.usage,
      characters: facts.text.length,
      estimate: async () => withCalls(await estimate(), facts.calls),
    },
  }
}

/** The answer of an upstream that serves the caller's wire itself: the bytes pass, the usage is read from a copy. */
export const passWire = async (reply: UpstreamReply, context: PassContext): Promise<Attempted> => {
  const { served, call, attempt, ports } = context
  const framing = call.isStream ? served.openFraming?.(attempt.channel) : undefined
  if (call.isStream && (framing !== undefined || isEventStream(reply))) return await passStream(reply, context, framing)
  const wait = patienceWithBody(attempt.link, ports)
  const begun = call.isStream ? await lookForEvents(reply, wait) : { isStream: false, reply }
  if (begun.isStream) return await passStream(begun.reply, context, framing)
  // Some begin at once and send blank lines while they work.
  return await passWhole(reply, await readBody(begun.reply, ports.settings().maxReplyBytes, wait), context)
}
