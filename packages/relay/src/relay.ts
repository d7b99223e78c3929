import type { Usage } from '@weir/dialects/model/usage'
import type { Caller, Delivery, FailedAttempt, Job, RelayInput, RequestFacts, StreamAnswer, WholeAnswer } from './stage-types.ts'
import type { LimitTicket, Ports } from './ports.ts'
import { limitHeaders, passedHeaders, replyOfFailure, type RelayReply } from './reply.ts'
import { admit } from './stages/admit.ts'
import { deliverStream } from './stages/deliver.ts'
import { route } from './stages/route.ts'
import { note, release, settle } from './stages/settle.ts'
import { walk, type Walked } from './stages/exchange.ts'

interface Running {
  readonly input: RelayInput
  readonly facts: RequestFacts
  readonly ports: Ports
}

const replyOf = (answer: WholeAnswer): RelayReply => {
  const headers = passedHeaders(answer.headers)
  headers['content-type'] = answer.contentType
  return { status: answer.status ?? 200, headers, body: answer.body }
}

const wholeReply = ({ facts, ports }: Running, delivery: Delivery, answer: WholeAnswer): Promise<RelayReply> => {
  const { usage, estimate } = answer.produced
  const book = (used: Usage) => settle({ facts, delivery, usage: used, outcome: 'ok' }, ports).then(() => replyOf(answer))
  return usage === undefined ? estimate().then(book) : book(usage)
}

const streamReply = ({ input, facts, ports }: Running, delivery: Delivery, answer: StreamAnswer): RelayReply => {
  ports.observe.begun(ports.clock() - facts.startedAt)
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
      settle: (usage, outcome) => settle({ facts, delivery, usage, outcome }, ports),
      note: (usage) => note({ facts, delivery, usage }, ports),
    }),
  }
}

/** 499 is what proxies log for a caller who left; nobody receives it. */
const nobodyListens: RelayReply = { status: 499, headers: {}, body: '' }

const failedReply = async (
  { input, facts, ports }: Running,
  { channel, delivery }: Walked,
  failure: FailedAttempt,
): Promise<RelayReply> => {
  await release(facts, delivery, ports)
  const { requestId, language } = input
  return replyOfFailure(failure, { secrets: [channel.key], requestId, language, model: delivery.model })
}

const replyTo = (running: Running, walked: Walked): Promise<RelayReply> | RelayReply => {
  const { result, delivery } = walked
  switch (result.kind) {
    case 'whole':
      return wholeReply(running, delivery, result)
    case 'stream':
      return streamReply(running, delivery, result)
    case 'caller-left':
      return release(running.facts, delivery, running.ports).then(() => nobodyListens)
    case 'failed':
      return failedReply(running, walked, result)
  }
}

const withRooms = (reply: RelayReply, { rooms }: LimitTicket): RelayReply =>
  rooms.requests === undefined && rooms.tokens === undefined ? reply : { ...reply, headers: { ...reply.headers, ...limitHeaders(rooms) } }

const UNDELIVERED: Delivery = { model: '', channelId: 0, isSystemPromptReset: false, attempts: [], dropped: [] }

/** From a known caller and a parsed job to the reply. Whatever happens after the hold, the hold ends exactly once. */
export const relayJob = async (
  job: Job,
  caller: Caller,
  context: { readonly input: RelayInput; readonly ports: Ports; readonly startedAt: number },
): Promise<RelayReply> => {
  const { input, ports } = context
  const found = ports.pool.snapshot()
  const pool = found instanceof Promise ? await found : found
  const routed = route({ caller, job, pool, ports })
  const { hold, prices, ticket } = await admit({ job, caller, candidates: routed.candidates, requestId: input.requestId }, ports)
  const facts: RequestFacts = { caller, hold, prices, isStream: job.isStream, startedAt: context.startedAt, ticket }
  const running: Running = { input, facts, ports }
  try {
    return withRooms(await replyTo(running, await walk(job, routed, { input, ports })), ticket)
  } catch (error) {
    // Releasing twice is harmless: the second finds the hold already closed.
    await release(facts, { ...UNDELIVERED, model: job.model }, ports)
    throw error
  }
}
