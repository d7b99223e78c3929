import { isCallersFault, isEvidenceAgainstKey, type UpstreamFault } from '@weir/dialects/model/fault'
import type { Provider } from '@weir/dialects/model/provider'
import { FrameTooLong } from '@weir/dialects/sse/decode'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { mappedModel } from '@weir/dialects/model/upstream'
import type { ServiceTier } from '@weir/dialects/service-tier'
import type { Price } from '@weir/ledger/price'
import {
  failedAttempt,
  type Attempted,
  type Course,
  type Delivery,
  type FailedAttempt,
  type Prices,
  type RelayInput,
  type RequestKind,
  type Routed,
} from '../stage-types.ts'
import type { AttemptPorts, Channel, Ports } from '../ports.ts'
import type { AttemptRecord } from '../attempt-record.ts'
import { RelayRefusal } from '../refusal.ts'
import { keyedModel, withEachKey } from '../routing/key-order.ts'
import { kindOn } from '../charging/overlaid.ts'
import { unpricedTier } from '../charging/served-tier.ts'
import { patientSettings } from '../upstream/patience.ts'
import { failureWords, wordsForCallers } from '../upstream/upstream-message.ts'
import { NetworkFailure } from '../upstream/network-failure.ts'
import { UpstreamDeadline, type CutReason } from '../upstream/upstream-deadline.ts'

type ExchangePorts = AttemptPorts &
  Pick<
    Ports,
    | 'resolveKey'
    | 'keyTurn'
    | 'random'
    | 'settings'
    | 'startTimer'
    | 'clock'
    | 'providerFor'
    | 'reportHealth'
    | 'circuits'
    | 'observe'
    | 'shutdown'
    | 'firstBytes'
    | 'costPriceOf'
  >

export interface ExchangeResult {
  /** As it was asked of the channel. */
  readonly kind: RequestKind
  readonly result: Attempted
  readonly delivery: Delivery
  readonly channel: Channel
}

/** What an attempt that ended in an error comes to. What upstream did not cause is a bug: it is thrown on, and no channel is blamed for it. */
const resultOf = (error: unknown, cutReason: CutReason | undefined): Attempted => {
  if (cutReason === 'caller-gone') return { kind: 'caller-left' }
  if (cutReason === 'too-slow') return failedAttempt('too-slow')
  if (cutReason === 'stopping') throw new RelayRefusal('shutting-down')
  // A provider refuses what its wire cannot say by throwing: upstream was never called, and another wire may be able to.
  if (error instanceof UnsupportedInput) return failedAttempt('bad-request', { message: error.message, unsupportedParam: error.param })
  if (error instanceof UnusableKey) return failedAttempt('bad-credential')
  if (error instanceof NetworkFailure || error instanceof FrameTooLong) return failedAttempt('unreachable', { cause: error.message })
  throw error
}

type ExchangeInput = Pick<RelayInput, 'signal' | 'requestId' | 'trace'>

interface Try {
  readonly kind: RequestKind
  readonly input: ExchangeInput
  readonly channel: Channel
  readonly provider: Provider
  readonly hasKey: boolean
  readonly price: Price | undefined
}

const tierRefusal = (tier: ServiceTier, param: string): FailedAttempt => {
  const remedy = `leave it out, or have service.${tier} set in the model's price sheet`
  return failedAttempt('bad-request', {
    message: `The tier ${tier} has no price for this model: ${remedy}`,
    unsupportedParam: param,
  })
}

const attemptOn = ({ kind, input, channel, provider, hasKey, price }: Try, ports: ExchangePorts): Promise<Attempted> => {
  const unpriced = unpricedTier(kind.tier, price)
  if (unpriced !== undefined) return Promise.resolve(tierRefusal(unpriced, kind.tierParam ?? 'service_tier'))
  if (!hasKey) return Promise.resolve(failedAttempt('unreachable', { hasNoKey: true }))
  const link = new UpstreamDeadline(input.signal, ports)
  return kind.attempt({ channel, provider, link, requestId: input.requestId, fees: price?.ratios.fees }, ports).then(
    (result) => {
      // A stream is handed over together with its link.
      if (result.kind !== 'stream') link.close()
      return result
    },
    (error: unknown) => {
      link.close()
      return resultOf(error, link.cutReason)
    },
  )
}

/** Seconds, or the time when it is over. */
const retryAfterMs = (result: Attempted, now: number): number | undefined => {
  if (result.kind !== 'failed' || result.retryAfter === undefined) return undefined
  const seconds = Number(result.retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(result.retryAfter) - now : seconds * 1000
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

const wasNotSent = (result: Attempted): boolean =>
  result.kind === 'failed' && (result.unsupportedParam !== undefined || result.hasNoKey === true)

const isLast = (result: Attempted): boolean => result.kind !== 'failed' || (isCallersFault(result.fault) && !wasNotSent(result))

/** A failure that came fast says nothing of how fast an answer would have come. */
const isTelling = (fault: UpstreamFault | 'none'): boolean => fault === 'none' || fault === 'too-slow'

/** With the key itself where the channel only refers to it. Resolved for this attempt alone, so that a renewed key counts at once. */
const withKey = (channel: Channel, key: string | undefined): Channel =>
  key === undefined || key === channel.key ? channel : { ...channel, key }

/** In the way that upstream took in the end: another than the first leaves out other fields. */
const askedOf = (provider: Provider, result: Attempted): Provider =>
  (result.kind === 'caller-left' ? undefined : result.askedOf) ?? provider

/** What was refused before it was sent has lost no field, and asking for the list would be refused as well. */
const droppedBy = ({ kind, provider, channel, price }: Try, result: Attempted): readonly string[] => {
  if (wasNotSent(result)) return []
  const dropped = kind.dropped(askedOf(provider, result), channel, price?.ratios.fees)
  const unmet = (result.kind === 'whole' && result.unmet) || []
  return unmet.length === 0 ? dropped : [...dropped, ...unmet]
}

/** What a row tells of a try. Of one that answered in the caller's wire it is the least: nearly all do. */
const recordOf = ({ kind, provider, channel }: Omit<Try, 'input'>, result: Attempted, ms: number): AttemptRecord => {
  const wire = kind.wireOn?.(askedOf(provider, result), channel)
  const translated = wire === undefined || wire === (kind.wire ?? wire) ? {} : { wire }
  if (result.kind !== 'failed') return { channel: channel.id, fault: 'none', ms, ...translated }
  const said = failureWords(result, channel)
  const told = result.fault === 'bad-request' ? wordsForCallers(said, channel) : said
  return {
    channel: channel.id,
    fault: result.fault,
    ms,
    ...(result.status > 0 && { status: result.status }),
    ...(said !== '' && { said }),
    ...(told !== said && { told }),
    ...translated,
  }
}

interface Walk {
  readonly input: ExchangeInput
  readonly ports: ExchangePorts
  readonly prices: Prices
  readonly tries: number
  /** Those made for the models before. */
  readonly attempts: readonly AttemptRecord[]
}

/** Faults that another key of the same channel might not meet. */
const isOfKey = (result: Attempted): boolean => {
  if (result.kind !== 'failed') return false
  const { fault } = result
  return fault === 'bad-credential' || fault === 'out-of-credit' || fault === 'forbidden' || fault === 'rate-limited'
}

/** What a try says of the channel, or of one of its keys alone. */
const reportTry = (
  { channel, kind }: Try,
  { result, model, ms }: { readonly result: Attempted; readonly model: string; readonly ms: number },
  ports: ExchangePorts,
): void => {
  if (result.kind === 'caller-left' || (result.kind === 'failed' && result.isEmptyAnswer === true)) return
  const fault: UpstreamFault | 'none' = result.kind === 'failed' ? result.fault : 'none'
  const { keyId } = channel
  const isKeyNamed = result.kind === 'failed' && isEvidenceAgainstKey(result.fault, result.status)
  const event = { channelId: channel.id, model, fault, ms, blamesKey: isKeyNamed, keyId, retryAfterMs: retryAfterMs(result, ports.clock()) }
  const isSharedFault = keyId === undefined || !isOfKey(result)
  if (isSharedFault) ports.circuits.record(event)
  if (keyId !== undefined && (fault === 'none' || !isSharedFault)) ports.circuits.record({ ...event, model: keyedModel(model, keyId) })
  ports.reportHealth(event)
  if (isTelling(fault)) ports.firstBytes.record({ channelId: channel.id, model, isStream: kind.isStream }, ms)
}

/** Most models take no longer than the settings allow, and need no ports of their own. */
const patientPorts = (ports: ExchangePorts, asked: Parameters<typeof patientSettings>[1]): ExchangePorts => {
  const usual = ports.settings()
  const patient = patientSettings(usual, asked)
  return patient === usual ? ports : { ...ports, settings: () => patient }
}

/** One try of a channel with one of its keys. */
const tryChannel = async (candidate: Channel, { kind: asked, substituteFor }: Course, walk: Walk): Promise<ExchangeResult | undefined> => {
  const { input, ports, prices } = walk
  const kind = kindOn(asked, candidate)
  const provider = ports.providerFor(candidate.type)
  if (provider === undefined) return undefined
  const startedAt = ports.clock()
  const key = ports.resolveKey(candidate)
  const channel = withKey(candidate, key)
  const model = mappedModel(kind.model, channel.modelMapping)
  const price = prices.get(model)
  const made: Try = { kind, input, channel, provider, hasKey: key !== undefined, price }
  const span = input.trace?.attempt({ providerId: provider.id, channelId: channel.id, model }, ports.send)
  const patient = patientPorts(ports, { model, isStream: kind.isStream, isReasoning: ports.modelLimits(model)?.isReasoning === true })
  const result = await attemptOn(made, span === undefined ? patient : { ...patient, send: span.send, sendAside: ports.send })
  if (result.kind === 'failed') span?.failed(result.fault, result.status)
  const ms = Math.max(0, Math.round(ports.clock() - startedAt))
  ports.observe.attempted(channel.type, result.kind === 'failed' ? result.fault : 'none', walk.attempts.length > 0)
  reportTry(made, { result, model, ms }, ports)
  const delivery: Delivery = {
    model,
    channelId: channel.id,
    isSystemPromptReset: channel.systemPrompt !== '',
    attempts: [...walk.attempts, recordOf(made, result, ms)],
    dropped: droppedBy(made, result),
    substituteFor,
    mappedFrom: kind.model === model ? undefined : kind.model,
    tier: kind.tier,
    // Chat goes without saying.
    wire: kind.wire === 'chat' ? undefined : kind.wire,
    costPrice: ports.costPriceOf(channel, model),
  }
  return { result, delivery, channel, kind }
}

/**
 * Walks the candidates until one answers, the caller's own mistake shows, or the tries are used up. No channel is tried twice with one key,
 * and with another one only after a fault of the key.
 */
const walkCourse = async (course: Course, walk: Walk): Promise<ExchangeResult | undefined> => {
  const { kind, candidates, affinity } = course
  let { tries, attempts } = walk
  let exchanged: ExchangeResult | undefined
  for (const candidate of candidates) {
    const model = mappedModel(kind.model, candidate.modelMapping)
    for (const keyed of withEachKey(candidate, { ports: walk.ports, model, affinity, keeperId: kind.keeper?.keyId })) {
      if (tries === 0) return exchanged
      const tried = await tryChannel(keyed, course, { ...walk, attempts })
      if (tried === undefined) break
      exchanged = tried
      attempts = tried.delivery.attempts
      if (isLast(tried.result)) return exchanged
      if (!wasNotSent(tried.result)) tries--
      if (!isOfKey(tried.result)) break
    }
  }
  return exchanged
}

/**
 * Walks the channels of one model after the other. When none of them answers, the caller is told why the one that was asked for did not:
 * that is the model they know of.
 */
export const exchange = async (
  { courses, isPinned }: Routed,
  context: { readonly input: ExchangeInput; readonly ports: ExchangePorts; readonly prices: Prices },
): Promise<ExchangeResult> => {
  const tries = isPinned ? 1 : 1 + context.ports.settings().retryTimes
  let attempts: readonly AttemptRecord[] = []
  let failed: (ExchangeResult & { readonly fault: UpstreamFault }) | undefined
  for (const course of courses) {
    const { input, ports, prices } = context
    const exchanged = await walkCourse(course, { input, ports, prices, tries, attempts })
    if (exchanged === undefined) continue
    if (exchanged.result.kind !== 'failed') return exchanged
    attempts = exchanged.delivery.attempts
    if (failed === undefined || course.substituteFor === undefined) failed = { ...exchanged, fault: exchanged.result.fault }
    if (isLast(exchanged.result)) break
  }
  if (failed === undefined) throw new Error('no candidate had a provider')
  return { ...failed, delivery: { ...failed.delivery, attempts, fault: failed.fault } }
}
