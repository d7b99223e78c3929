import type { JsonObject } from '@weir/dialects/json'
import type { Provider, TaskCapability } from '@weir/dialects/model/provider'
import type { Task, TaskCall } from '@weir/dialects/model/task'
import { mappedModel } from '@weir/dialects/model/upstream'
import { approximateTokens, type Usage } from '@weir/dialects/model/usage'
import { SameWireStream } from '@weir/dialects/openai-chat/same-wire'
import { parseJsonTask, type ParsedTask } from '@weir/dialects/openai-tasks/parse-task'
import { orNone } from '@weir/dialects/openai-tasks/task-usage'
import { unsaidFields } from '@weir/dialects/openai-tasks/unsaid-fields'
import { failedAttempt, type Attempted, type FailedAttempt, type RequestKind, type WholeReply } from '../stage-types.ts'
import type { UpstreamReply } from '../ports.ts'
import { lookForEvents } from '../upstream/mistyped-stream.ts'
import { patienceWithBody } from '../upstream/patience.ts'
import { readBody } from '../upstream/read-body.ts'
import { EventsStream } from '../streams/events.ts'
import { RawStream } from '../streams/raw.ts'
import type { ReplyStream } from '../streams/reply-stream.ts'
import { roughTokens } from '../streams/rough-tokens.ts'
import { TextMeter } from '../streams/text-meter.ts'
import { callOn, laidOver } from '../upstream/channel-request.ts'
import { callUpstream, isEventStream, isJson, type CallPlan } from '../upstream/upstream-call.ts'
import { toldFailure } from '../upstream/told-failure.ts'
import type { Asked } from '../asked.ts'
import { asMany, withPicture } from '../charging/pictures.ts'
import { avoidableRefusalIn } from './avoidable-refusal.ts'
import { counterFor, estimateUsage, once, usageOfCounts } from './estimate-usage.ts'
import { inlinePictures } from './inline-pictures.ts'
import { inputPieces, joinReplies } from './input-pieces.ts'
import { EVENT_STREAM } from './native-reply.ts'
import { openStream } from './open-stream.ts'
import type { TaskContext } from './task-context.ts'
import { isNoSound, readTaskReply, wantsStreamUsage, type ReadReply } from './task-reply.ts'

const estimateOf = (
  { task, model, ports }: TaskContext,
  output: () => Promise<number>,
  fixed: () => Usage | undefined = () => task.fixedUsage,
): (() => Promise<Usage>) => {
  const prompt = once(() => counterFor(ports)(model, task.promptText))
  return async () => fixed() ?? (await estimateUsage({ prompt: prompt(), output: output() }))
}

/** Of pictures those that came whole. Who leaves before the end has had all of them drawn. */
const fixedSoFar = ({ task: { fixedUsage }, attempt }: TaskContext, stream: ReplyStream): Usage | undefined => {
  if (fixedUsage === undefined || !(stream instanceof EventsStream) || attempt.link.cutReason === 'caller-gone') return fixedUsage
  const count = stream.pictures()
  // In an event of a form that is not known here.
  const isElsewhere = count === 0 && stream.isComplete()
  return isElsewhere ? fixedUsage : asMany(fixedUsage, count)
}

const decodedReply = (bytes: Uint8Array, contentType: string, context: TaskContext): FailedAttempt | ReadReply => {
  const { decode } = context.capability
  if (decode === undefined) return readTaskReply(bytes, contentType, context)
  const answer = decode({ contentType, bytes }, context.task.call)
  return answer.ok ? answer.value : failedAttempt(answer.failure.fault, { message: answer.failure.message, code: answer.failure.code })
}

const wholeAnswer = async (reply: UpstreamReply, contentType: string, context: TaskContext): Promise<Attempted> => {
  const { attempt, ports } = context
  const bytes = await readBody(reply, ports.settings().maxReplyBytes, patienceWithBody(attempt.link, ports))
  const result = decodedReply(bytes, contentType, context)
  if ('kind' in result) return result
  const { body, unmet } = await inlinePictures(result.body, context.task.call, context)
  if (context.isLast) attempt.link.finish()
  const { usage, words = '' } = result
  const countWords = () => (words === '' ? Promise.resolve(0) : counterFor(ports)(context.model, words))
  return {
    kind: 'whole',
    headers: reply.headers,
    contentType: result.contentType,
    body,
    unmet,
    produced: {
      usage: withPicture(words === '' ? orNone(usage) : usage, context.task.fixedUsage),
      characters: words.length,
      estimate: estimateOf(context, countWords),
    },
  }
}

const streamAnswer = async (reply: UpstreamReply, contentType: string, context: TaskContext): Promise<Attempted> => {
  const { attempt, model, ports } = context
  const meter = new TextMeter(model, counterFor(ports))
  const failureOf = (error: JsonObject) => toldFailure(attempt.provider, error)
  const openWire = (): ReplyStream => {
    if (context.task.call.task === 'completions')
      return new SameWireStream({
        inspectReply: undefined,
        normalizer: context.capability.openNormalizer?.(),
        wantsUsage: wantsStreamUsage(context.task),
        failureOf,
        onText: (text) => meter.add(text, stream.usage()),
        onWords: (words) => meter.addWords(words, stream.usage()),
      })
    return isEventStream(reply) ? new EventsStream(failureOf) : new RawStream()
  }
  const stream: ReplyStream = openWire()
  const fixed = (): Usage | undefined => fixedSoFar(context, stream)
  return await openStream(
    {
      reply,
      stream,
      attempt,
      contentType,
      estimate: estimateOf(context, () => meter.total(), fixed),
      estimateRoughly: () => fixed() ?? usageOfCounts(roughTokens(context.task.promptText), meter.roughTotal()),
      meter,
    },
    ports,
  )
}

/** Several upstreams answer a wish for a stream with the whole reply, or with an error, as plain JSON; some name no type, or another. */
const streamedCompletion = async (reply: UpstreamReply, context: TaskContext): Promise<Attempted> => {
  if (!isJson(reply)) return await streamAnswer(reply, EVENT_STREAM, context)
  const { attempt, ports } = context
  const begun = await lookForEvents(reply, patienceWithBody(attempt.link, ports))
  return begun.isStream ? await streamAnswer(begun.reply, EVENT_STREAM, context) : await wholeAnswer(begun.reply, typeOf(reply), context)
}

const typeOf = (reply: UpstreamReply): string => reply.headers.get('content-type') ?? 'application/octet-stream'

/** Who asked for one reply cannot read events. Speech has a field of its own for them, and forms write a wish in several ways. */
const isUnasked = ({ task, isStream, body }: TaskCall): boolean => !isStream && body !== undefined && task !== 'audio/speech'

const answerFrom = async (reply: UpstreamReply, context: TaskContext): Promise<Attempted> => {
  const { call } = context.task
  const contentType = typeOf(reply)
  if (call.task === 'completions' && call.isStream) return await streamedCompletion(reply, context)
  if (isEventStream(reply)) return isUnasked(call) ? failedAttempt('broken') : await streamAnswer(reply, contentType, context)
  const isSpeech = call.task === 'audio/speech' && context.capability.decode === undefined && !contentType.includes('json')
  if (!isSpeech) return await wholeAnswer(reply, contentType, context)
  return isNoSound(contentType) ? failedAttempt('broken') : await streamAnswer(reply, contentType, context)
}

const SIZED: ReadonlySet<Task> = new Set(['audio/transcriptions', 'audio/translations'])

const WITHOUT_OUTPUT: ReadonlySet<Task> = new Set(['embeddings', 'moderations', 'rerank'])

/** A limit of 0 would be none, so tasks that produce no tokens allow one. */
const askedOf = ({ call, maxOutputTokens, fixedUsage }: ParsedTask): Asked => ({
  rawBody: call.rawBody,
  body: call.body,
  maxOutputTokens: WITHOUT_OUTPUT.has(call.task) ? 1 : maxOutputTokens,
  fixedUsage,
})

/** Read anew, because what a picture costs depends on the model. An upload's bytes are not kept in one piece: its figures are those of its size. */
const renamedTask = (task: ParsedTask, model: string): RequestKind | undefined => {
  const { call } = task
  if (call.body === undefined) return SIZED.has(call.task) ? taskRequest({ ...task, call: { ...call, model } }) : undefined
  const parsed = parseJsonTask(call.task, JSON.stringify({ ...call.body, model }))
  return parsed.ok ? taskRequest({ ...parsed.value, dropped: task.dropped }) : undefined
}

/** Read anew with the channel's fields, because a price may depend on any of them. A form goes as it is. */
const overlaidTask = (task: ParsedTask, kind: RequestKind, fields: JsonObject): RequestKind => {
  const { call } = task
  if (call.body === undefined) return kind
  const parsed = parseJsonTask(call.task, JSON.stringify({ ...laidOver(call.body, fields), model: call.model }))
  if (parsed.ok) return taskRequest({ ...parsed.value, call, dropped: task.dropped })
  const { param, en: message } = parsed.problem
  return { ...kind, attempt: () => Promise.resolve(failedAttempt('bad-request', { message, unsupportedParam: param })) }
}

const askUpstream = async (context: TaskContext): Promise<Attempted> => {
  const { task, capability, attempt, ports } = context
  const { follow, cancel } = capability
  const plan: CallPlan = {
    encode: (channel, encoding) => callOn(channel, capability.encode(task.call, channel, encoding)),
    follow,
    cancel,
    isStream: task.call.isStream,
  }
  const result = await callUpstream(plan, attempt, ports)
  if (result.ok) return await answerFrom(result.reply, context)
  const refusal = avoidableRefusalIn(result.failure)
  const other = refusal === undefined ? undefined : capability.instead?.(refusal)
  return other === undefined ? result.failure : await askUpstream({ ...context, capability: other })
}

/** One after the other: all of them are one request, which must not overrun the channel. */
const askPieces = async (pieces: readonly ParsedTask[], context: TaskContext): Promise<Attempted> => {
  const replies: WholeReply[] = []
  for (const [at, task] of pieces.entries()) {
    const reply = await askUpstream({ ...context, task, isLast: at === pieces.length - 1 })
    if (reply.kind === 'stream') return failedAttempt('broken')
    if (reply.kind !== 'whole') return reply
    replies.push(reply)
  }
  return (
    joinReplies(
      pieces,
      replies,
      estimateOf(context, () => Promise.resolve(0)),
    ) ?? failedAttempt('broken')
  )
}

/** Everything that is not chat, as a kind of request. */
export const taskRequest = (task: ParsedTask): RequestKind => {
  const { call, fixedUsage } = task
  const capabilityOf = (provider: Provider): TaskCapability | undefined => provider.tasks?.[call.task]
  return {
    model: call.model,
    furtherModels: task.furtherModels,
    isStream: call.isStream,
    estimate: {
      promptTokens: fixedUsage?.input ?? approximateTokens(Buffer.byteLength(task.promptText)),
      maxOutputTokens: task.maxOutputTokens,
      choices: 1,
    },
    asked: askedOf(task),
    // Nothing but chats thinks at an effort.
    renamed: (model, effort) => (effort === undefined ? renamedTask(task, model) : undefined),
    overlaid: (kind, fields) => overlaidTask(task, kind, fields),
    isSupportedBy: (provider) => capabilityOf(provider) !== undefined,
    dropped: (provider, channel) => {
      const capability = capabilityOf(provider)
      const unsaid = capability === undefined ? [] : unsaidFields(capability, call, channel)
      return unsaid.length === 0 ? task.dropped : [...task.dropped, ...unsaid]
    },
    attempt: async (attempt, ports) => {
      const capability = capabilityOf(attempt.provider)
      if (capability === undefined) return failedAttempt('not-found')
      const model = mappedModel(call.model, attempt.channel.modelMapping)
      const context: TaskContext = { task, attempt, capability, model, ports, isLast: true }
      const pieces = inputPieces(task, capability.maxInputs?.(model))
      return await (pieces.length === 1 ? askUpstream(context) : askPieces(pieces, context))
    },
  }
}
