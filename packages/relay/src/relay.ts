import type { Usage } from '@weir/dialects/model/usage'
import { estimatedUsage } from '@weir/dialects/model/usage'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import type { ChatCall } from '@weir/dialects/model/call'
import type { Outcome, Ports } from './ports.ts'
import { RelayRefusal } from './refusal.ts'
import { replyOfFailure, type Language, type RelayReply } from './reply.ts'
import { admit } from './stages/admit.ts'
import { authenticate } from './stages/authenticate.ts'
import { deliverStream } from './stages/deliver.ts'
import { exchange, type Exchanged, type OpenStream, type WholeReply } from './stages/exchange.ts'
import { route } from './stages/route.ts'
import { release, settle, type RequestFacts } from './stages/settle.ts'

export interface RelayInput {
  readonly authorization: string | undefined
  readonly address: string
  readonly rawBody: string
  readonly requestId: string
  readonly language: Language
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal
}

const PASSED_HEADER = /^(x-ratelimit-.*|openai-processing-ms|openai-version|retry-after)$/

const passedHeaders = (headers: Headers): Record<string, string> => {
  const passed: Record<string, string> = {}
  headers.forEach((value, name) => {
    if (PASSED_HEADER.test(name)) passed[name] = value
  })
  return passed
}

interface Admitted {
  readonly input: RelayInput
  readonly call: ChatCall
  readonly facts: RequestFacts
  readonly exchanged: Exchanged
}

const bookUsage = (admitted: Admitted, ports: Ports) => (usage: Usage | undefined, producedBytes: number, outcome: Outcome) =>
  settle(
    {
      facts: admitted.facts,
      delivery: admitted.exchanged.delivery,
      usage: usage ?? estimatedUsage(admitted.call.promptBytes, producedBytes),
      outcome,
    },
    ports,
  )

const wholeReply = async (admitted: Admitted, reply: WholeReply, ports: Ports): Promise<RelayReply> => {
  await bookUsage(admitted, ports)(reply.facts.usage, reply.facts.textBytes, 'ok')
  return { status: 200, headers: { ...passedHeaders(reply.headers), 'content-type': 'application/json; charset=utf-8' }, body: reply.body }
}

const streamReply = (admitted: Admitted, stream: OpenStream, ports: Ports): RelayReply => ({
  status: 200,
  headers: {
    ...passedHeaders(stream.headers),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  },
  body: deliverStream({
    stream,
    requestId: admitted.input.requestId,
    language: admitted.input.language,
    ports,
    settle: bookUsage(admitted, ports),
  }),
})

/** 499 is what proxies log for a caller who left; nobody receives it. */
const nobodyListens: RelayReply = { status: 499, headers: {}, body: '' }

const replyTo = async (admitted: Admitted, ports: Ports): Promise<RelayReply> => {
  const { result, channel, delivery } = admitted.exchanged
  switch (result.kind) {
    case 'whole':
      return await wholeReply(admitted, result, ports)
    case 'stream':
      return streamReply(admitted, result, ports)
    case 'caller-left':
      await release(admitted.facts, delivery, ports)
      return nobodyListens
    case 'failed': {
      await release(admitted.facts, delivery, ports)
      const { requestId, language } = admitted.input
      return replyOfFailure(result, { secret: channel.key, requestId, language, model: delivery.model })
    }
  }
}

/** One chat request from its bytes to the reply. Whatever happens after the hold, the hold ends exactly once. */
export const relayChat = async (input: RelayInput, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const caller = await authenticate(input.authorization, input.address, ports)
  const parsed = parseChatCall(input.rawBody)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  const { call } = parsed
  const routed = route({ caller, model: call.model, pool: await ports.pool.snapshot(), random: ports.random })
  const hold = await admit({ call, caller, candidates: routed.candidates, requestId: input.requestId }, ports)
  const facts: RequestFacts = { caller, hold, isStream: call.isStream, startedAt }
  try {
    const exchanged = await exchange({ call, routed, callerSignal: input.signal }, ports)
    return await replyTo({ input, call, facts, exchanged }, ports)
  } catch (error) {
    // Releasing twice is harmless: the second finds the hold already closed.
    await release(facts, { model: call.model, channelId: 0, isSystemPromptReset: false, attempts: [] }, ports)
    throw error
  }
}
