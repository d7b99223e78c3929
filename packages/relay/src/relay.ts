import type { Usage } from '@weir/dialects/model/usage'
import type {
  Caller,
  Delivery,
  FailedAttempt,
  RequestKind,
  RelayInput,
  RequestFacts,
  Routed,
  StreamReply,
  WholeReply,
} from './stage-types.ts'
import type { Ports } from './ports.ts'
import { tighter } from './budgets-left.ts'
import { droppedHeaders, headerText, limitHeaders, passedHeaders, replyOfFailure, type RelayReply } from './reply.ts'
import { RelayRefusal } from './refusal.ts'
import { admit, type Admitted } from './stages/admit.ts'
import { deliverStream } from './stages/deliver.ts'
import { route } from './stages/route.ts'
import { checkpoint, release, settle } from './stages/settle.ts'
import { exchange, type ExchangeResult } from './stages/exchange.ts'
import { hiddenOn } from './upstream/channel-request.ts'
import { boundUsage, completeUsage, isIncomplete, isPlainUsage } from './guards/usage-bound.ts'
import { StreamEnd } from './streams/stream-end.ts'

interface Running {
  readonly input: RelayInput
  readonly facts: RequestFacts
  readonly ports: Ports
}

const replyOf = (answer: WholeReply): RelayReply => {
  const headers = passedHeaders(answer.headers)
  headers['content-type'] = answer.contentType
  return { status: answer.status ?? 200, headers, body: answer.body }
}

const sinceArrival = ({ facts, ports }: Running): number => Math.max(0, Math.round(ports.clock() - facts.startedAt))

const kept = (answer: WholeReply): RelayReply | Promise<RelayReply> =>
  answer.keep === undefined ? replyOf(answer) : answer.keep().then(() => replyOf(answer))

interface Reported {
  readonly usage: Usage
  readonly producedCharacters: number
}

/** What upstream reported, cut where it cannot be true. */
const boundReport = ({ ports }: Running, exchanged: ExchangeResult, { usage, producedCharacters }: Reported): Usage => {
  const { delivery, kind } = exchanged
  const { systemPrompt } = exchanged.channel
  const { asked } = kind
  return boundUsage(usage, { asked, systemPrompt, limits: ports.modelLimits(delivery.model), producedCharacters })
}

const wholeReply = (running: Running, exchanged: ExchangeResult, answer: WholeReply): Promise<RelayReply> => {
  const { facts, ports } = running
  const { delivery, kind } = exchanged
  const { usage, estimate, characters = 0 } = answer.produced
  const book = (used: Usage) => settle({ facts, delivery, usage: used, outcome: 'ok' }, ports).then(() => kept(answer))
  if (usage === undefined) return estimate().then(book)
  const bounded = isPlainUsage(usage, kind.asked) ? usage : boundReport(running, exchanged, { usage, producedCharacters: characters })
  if (!isIncomplete(usage, characters)) return book(bounded)
  return estimate().then((counted) => book(completeUsage(bounded, { counted, producedCharacters: characters })))
}

const streamReply = (running: Running, exchanged: ExchangeResult, answer: StreamReply): RelayReply => {
  const { input, facts, ports } = running
  const { delivery, kind } = exchanged
  const firstByteMs = sinceArrival(running)
  ports.observe.begun(firstByteMs)
  const begun: RequestFacts = { ...facts, firstByteMs }
  const end = new StreamEnd()
  return {
    status: 200,
    headers: {
      ...passedHeaders(answer.headers),
      'content-type': answer.contentType,
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
    },
    body: deliverStream({
      answer,
      requestId: input.requestId,
      language: input.language,
      ports,
      bound: (usage) => {
        if (isPlainUsage(usage, kind.asked)) return usage
        return boundReport(running, exchanged, { usage, producedCharacters: answer.producedCharacters?.() ?? 0 })
      },
      settle: (usage, outcome, cutBy) => settle({ facts: begun, delivery, usage, outcome, cutBy }, ports).finally(end.tell),
      checkpoint: (usage) => checkpoint({ facts: begun, delivery, usage }, ports),
    }),
    onEnd: end.onEnd,
  }
}

/** 499 is what proxies log for a caller who left; it is never delivered. */
const callerLeft: RelayReply = { status: 499, headers: {}, body: '' }

const failedReply = async (
  { input, facts, ports }: Running,
  { channel, delivery }: ExchangeResult,
  failure: FailedAttempt,
): Promise<RelayReply> => {
  await release(facts, delivery, ports)
  return replyOfFailure(failure, { ...input, hidden: hiddenOn(channel), model: delivery.model, now: ports.clock() })
}

const replyTo = (running: Running, exchanged: ExchangeResult): Promise<RelayReply> | RelayReply => {
  const { result, delivery } = exchanged
  switch (result.kind) {
    case 'whole':
      return wholeReply(running, exchanged, result)
    case 'stream':
      return streamReply(running, exchanged, result)
    case 'caller-left':
      return release(running.facts, { ...delivery, fault: 'caller-left' }, running.ports).then(() => callerLeft)
    case 'failed':
      return failedReply(running, exchanged, result)
  }
}

/** Our own limits stand instead of upstream's, which belong to the channel and not to the caller. */
const withNotes = (reply: RelayReply, { input, facts, ports }: Running, exchanged: ExchangeResult): RelayReply => {
  const { dropped, substituteFor } = exchanged.delivery
  const { budgetsLeft } = facts
  const hasBudgets = budgetsLeft !== undefined
  const remaining = hasBudgets ? tighter(facts.ticket.remaining, budgetsLeft) : facts.ticket.remaining
  const isLimited = hasBudgets || remaining.requests !== undefined || remaining.tokens !== undefined
  if (!isLimited && dropped.length === 0 && substituteFor === undefined) return reply
  const limits = isLimited ? limitHeaders(input.envelope, { ...remaining, now: ports.clock() }, hasBudgets) : {}
  const substituteHeaders = substituteFor === undefined ? {} : { 'x-weir-substitute': headerText(exchanged.kind.model) }
  return { ...reply, headers: { ...reply.headers, ...limits, ...droppedHeaders(dropped), ...substituteHeaders } }
}

/** An exchange ends in an error when the server stops, or by a bug of ours. */
export const faultOfError = (error: unknown): NonNullable<Delivery['fault']> =>
  error instanceof RelayRefusal && error.kind === 'shutting-down' ? 'shutting-down' : 'internal'

const UNDELIVERED: Delivery = { model: '', channelId: 0, isSystemPromptReset: false, attempts: [], dropped: [] }

/** Routes and admits. What is refused here carries its caller, for the log. */
export const letIn = async (
  kind: RequestKind,
  caller: Caller,
  { requestId, ports }: { readonly requestId: string; readonly ports: Ports },
): Promise<{ readonly routed: Routed; readonly admitted: Admitted }> => {
  const found = ports.pool.snapshot()
  const pool = found instanceof Promise ? await found : found
  try {
    const routed = route({ caller, kind, pool, ports })
    return { routed, admitted: await admit({ caller, courses: routed.courses, requestId }, ports) }
  } catch (error) {
    throw error instanceof RelayRefusal ? error.of(caller, kind) : error
  }
}

interface RelayContext {
  readonly input: RelayInput
  readonly ports: Ports
  readonly startedAt: number
}

const runRequest = async (kind: RequestKind, caller: Caller, context: RelayContext): Promise<RelayReply> => {
  const { input, ports } = context
  const { trace } = input
  trace?.asked({ model: kind.model, isStream: kind.isStream, userId: caller.userId })
  const { routed, admitted } = await letIn(kind, caller, { requestId: input.requestId, ports })
  const { hold, prices, ticket, budgetsLeft } = admitted
  const { isStream } = kind
  const { startedAt } = context
  const queueMs = Math.max(0, Math.round(ports.clock() - startedAt))
  const facts: RequestFacts = { caller, hold, prices, ticket, budgetsLeft, isStream, startedAt, address: input.address, queueMs, trace }
  const running: Running = { input, facts, ports }
  try {
    const exchanged = await exchange(routed, { input, ports, prices })
    return withNotes(await replyTo(running, exchanged), running, exchanged)
  } catch (error) {
    // Releasing twice is harmless: the second finds the hold already closed.
    await release(facts, { ...UNDELIVERED, model: routed.courses[0]?.kind.model ?? kind.model, fault: faultOfError(error) }, ports)
    throw error
  }
}

/** From a known caller and a parsed kind to the reply. Whatever happens after the hold, the hold ends exactly once. */
export const relayRequest = (kind: RequestKind, caller: Caller, context: RelayContext): Promise<RelayReply> =>
  kind.isStream ? context.ports.load.runStream(caller.userId, () => runRequest(kind, caller, context)) : runRequest(kind, caller, context)
