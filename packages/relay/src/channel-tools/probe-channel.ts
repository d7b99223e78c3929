import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Provider } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { chatRequest } from '../attempts/chat.ts'
import { taskRequest } from '../attempts/task.ts'
import { failedAttempt, type Attempted, type FailedAttempt, type RelayInput, type RequestKind, type StreamReply } from '../stage-types.ts'
import type { Channel, Ports } from '../ports.ts'
import { reasonOf } from '../reply.ts'
import { deliverStream } from '../stages/deliver.ts'
import { exchange } from '../stages/exchange.ts'
import { upstreamWords } from '../upstream/upstream-message.ts'
import { PROBE_DEFINITIONS, type ProbeAnswer, type ProbeName, type Shortcoming } from './probes.ts'

export interface ChannelProbe {
  readonly channel: Channel
  readonly model: string
  readonly probe: ProbeName
  readonly input: Pick<RelayInput, 'requestId' | 'language' | 'signal'>
}

type FailedReason = UpstreamFault | Shortcoming | 'unsupported'

export type ProbeResult =
  | { readonly ok: true; readonly said: string; readonly ms: number }
  | {
      readonly ok: false
      readonly reason: FailedReason
      readonly fault: UpstreamFault
      /** Upstream's own words where it gave any: not for callers, and they may repeat the key. */
      readonly said: string
      /** The same, or else the fault in words of ours. */
      readonly message: string
      readonly ms: number
    }

const MAX_WAIT_MS = 30_000
const MAX_REPLY_BYTES = 1024 * 1024

/**
 * A probe says nothing to the breaker or the listeners of health; its caller draws the conclusion. An address that an admin names must not
 * make the server wait or read for long.
 */
const portsAside = (ports: Ports, { maxReplyBytes, maxWaitMs }: { readonly maxReplyBytes: number; readonly maxWaitMs: number }): Ports => ({
  ...ports,
  reportHealth: () => undefined,
  circuits: { isOpen: () => false, isResting: () => false, record: () => undefined, distrust: () => undefined },
  settings: () => {
    const usual = ports.settings()
    return {
      ...usual,
      firstByteTimeoutMs: Math.min(usual.firstByteTimeoutMs, maxWaitMs),
      idleTimeoutMs: Math.min(usual.idleTimeoutMs, maxWaitMs),
      maxReplyBytes: Math.min(usual.maxReplyBytes, maxReplyBytes),
    }
  },
})

/** Whether the provider has what the probe asks for. */
export const canProbe = (provider: Provider | undefined, probe: ProbeName): boolean => {
  const { task } = PROBE_DEFINITIONS[probe]
  return task === undefined ? provider?.chat !== undefined : provider?.tasks?.[task] !== undefined
}

const kindOf = ({ probe, model, input }: ChannelProbe): RequestKind | FailedAttempt => {
  const { task, body } = PROBE_DEFINITIONS[probe]
  const rawBody = JSON.stringify({ model, ...body })
  const parsed = task === undefined ? parseChatCall(rawBody) : parseJsonTask(task, rawBody)
  if (!parsed.ok) return failedAttempt('bad-request', { message: parsed.problem[input.language] })
  return 'call' in parsed ? chatRequest(parsed.call) : taskRequest(parsed.value)
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces))

/** Undefined for an answer that is whole. */
const endOf = (end: 'whole' | 'cut' | 'overdue', { stream, link }: StreamReply): FailedAttempt | undefined => {
  if (end === 'whole') return undefined
  if (end === 'overdue' || link.cutReason === 'too-slow') return failedAttempt('too-slow')
  const failure = stream.failure()
  return failure === undefined ? failedAttempt('broken') : failedAttempt(failure.fault, { message: failure.message })
}

/** Reads a stream to its end the way a caller would, without anything to charge. It may be lively for ever, so it has a deadline as a whole. */
const readStream = async (answer: StreamReply, ports: Ports, input: ChannelProbe['input']): Promise<ProbeAnswer | FailedAttempt> => {
  let end: 'whole' | 'cut' | 'overdue' = 'cut'
  const { requestId, language } = input
  const settle = (_usage: unknown, outcome: string): Promise<void> => {
    if (outcome === 'ok') end = 'whole'
    return Promise.resolve()
  }
  const checkpoint = (): Promise<void> => Promise.resolve()
  const reader = deliverStream({ answer, requestId, language, ports, bound: (usage) => usage, settle, checkpoint }).getReader()
  const stopTimer = ports.startTimer(ports.settings().idleTimeoutMs, () => {
    end = 'overdue'
    void reader.cancel()
  })
  const pieces: Uint8Array[] = []
  let size = 0
  // Sound that breaks off is told by an error; how it ended is known then.
  const next = () => reader.read().catch(() => ({ done: true }) as const)
  for (let piece = await next(); !piece.done; piece = await next()) {
    pieces.push(piece.value)
    size += piece.value.length
    if (size > ports.settings().maxReplyBytes) await reader.cancel()
  }
  stopTimer()
  return endOf(end, answer) ?? { bytes: joined(pieces), contentType: answer.contentType, usage: answer.stream.usage() }
}

const encoder = new TextEncoder()

const answerOf = async (result: Attempted, ports: Ports, input: ChannelProbe['input']): Promise<ProbeAnswer | FailedAttempt> => {
  switch (result.kind) {
    case 'failed':
      return result
    case 'caller-left':
      return failedAttempt('broken')
    case 'whole': {
      const bytes = typeof result.body === 'string' ? encoder.encode(result.body) : result.body
      return { bytes, contentType: result.contentType, usage: result.produced.usage }
    }
    case 'stream':
      return await readStream(result, ports, input)
  }
}

/** A good reply without a word of an error lacks what was asked for. */
const isNoAnswer = ({ fault, status, body }: FailedAttempt): boolean =>
  fault === 'broken' && status === 0 && upstreamWords(body) === undefined

const reasonFor = (failure: FailedAttempt, lack: Shortcoming | undefined): FailedReason => {
  if (failure.unsupportedParam !== undefined) return 'unsupported'
  return lack !== undefined && isNoAnswer(failure) ? lack : failure.fault
}

/** One short request to exactly one channel, over the same code that callers' requests take: without a caller, a hold or a charge. */
export const probeChannel = async (test: ChannelProbe, ports: Ports): Promise<ProbeResult> => {
  const { channel, model, probe, input } = test
  const { judge, lack, maxReplyBytes = MAX_REPLY_BYTES, maxWaitMs = MAX_WAIT_MS } = PROBE_DEFINITIONS[probe]
  const startedAt = ports.clock()
  const elapsed = (): number => Math.max(0, Math.round(ports.clock() - startedAt))
  const failed = (failure: FailedAttempt, lacking?: Shortcoming): ProbeResult => ({
    ok: false,
    reason: reasonFor(failure, lacking),
    fault: failure.fault,
    said: upstreamWords(failure.body) ?? failure.message,
    message: reasonOf(failure, { language: input.language, model }),
    ms: elapsed(),
  })
  const kind = kindOf(test)
  if ('fault' in kind) return failed(kind)
  if (!canProbe(ports.providerFor(channel.type), probe)) return failed(failedAttempt('not-found'))
  const aside = portsAside(ports, { maxReplyBytes, maxWaitMs })
  const { result } = await exchange(
    { courses: [{ kind, candidates: [channel] }], isPinned: true },
    { input, ports: aside, prices: new Map() },
  )
  const answer = await answerOf(result, aside, input)
  if ('fault' in answer) return failed(answer, result.kind === 'failed' ? lack : undefined)
  const verdict = judge(answer)
  if (verdict.isFit) return { ok: true, said: verdict.said, ms: elapsed() }
  const message = reasonOf(failedAttempt('broken'), { language: input.language, model })
  return { ok: false, reason: verdict.lack, fault: 'broken', said: verdict.said, message, ms: elapsed() }
}
