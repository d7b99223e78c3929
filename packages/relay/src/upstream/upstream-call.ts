import type { EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import type { FollowUp, FollowUpStep } from '@weir/dialects/model/provider'
import { failedAttempt, type Attempt, type FailedAttempt } from '../stage-types.ts'
import type { CallPorts, Channel, UpstreamReply } from '../ports.ts'
import { requestOn } from './channel-request.ts'
import { patienceWithBody } from './patience.ts'
import { ReplyTooLarge, readBody } from './read-body.ts'
import type { UpstreamDeadline } from './upstream-deadline.ts'
import { watchWork, type WorkPlan, type RemoteWork } from './remote-work.ts'

/** Enough of an error reply to classify it. */
const MAX_ERROR_BYTES = 64 * 1024
/** A provider that never finishes must not be asked for ever. */
const MAX_FOLLOW_UPS = 600

const decoder = new TextDecoder()

/** A reply that has been read can be read again from its text. */
export const rereadable = (reply: UpstreamReply, body: string): UpstreamReply => ({
  status: reply.status,
  headers: { get: (name) => (name === 'content-length' ? null : reply.headers.get(name)) },
  body: new Response(body).body,
})

const typeOf = (reply: UpstreamReply): string => (reply.headers.get('content-type') ?? '').toLowerCase()

export const isEventStream = (reply: UpstreamReply): boolean => typeOf(reply).startsWith('text/event-stream')

export const isJson = (reply: UpstreamReply): boolean => /^application\/(?:[\w.-]+\+)?json/.test(typeOf(reply))

const isSuccess = (reply: UpstreamReply): boolean => reply.status >= 200 && reply.status <= 299

const pause = (ms: number, link: UpstreamDeadline, ports: CallPorts): Promise<void> =>
  new Promise((resolve, reject) => {
    if (link.signal.aborted) return reject(new Error('cut while waiting'))
    const onAbort = () => {
      cancel()
      reject(new Error('cut while waiting'))
    }
    const cancel = ports.startTimer(ms, () => {
      link.signal.removeEventListener('abort', onAbort)
      resolve()
    })
    link.signal.addEventListener('abort', onAbort)
  })

/** An error page too large to be an error object is judged by its status alone. */
const errorText = async (reply: UpstreamReply): Promise<string> => {
  try {
    return decoder.decode(await readBody(reply, MAX_ERROR_BYTES))
  } catch (error) {
    if (error instanceof ReplyTooLarge) return ''
    throw error
  }
}

const failureOfReply = async (reply: UpstreamReply, attempt: Attempt, ports: CallPorts): Promise<FailedAttempt> => {
  const body = await attempt.link.within(ports.settings().idleTimeoutMs, errorText(reply))
  return failedAttempt(
    attempt.provider.classify(reply.status, body, (name) => reply.headers.get(name) ?? undefined),
    {
      status: reply.status,
      body,
      code: attempt.provider.refusalCode?.(reply.status, body),
      retryAfter: reply.headers.get('retry-after') ?? undefined,
    },
  )
}

export type CallResult = { readonly ok: true; readonly reply: UpstreamReply } | { readonly ok: false; readonly failure: FailedAttempt }

export interface CallPlan extends WorkPlan {
  readonly encode: (channel: Channel, context: EncodeContext) => UpstreamRequest
  readonly follow: FollowUp | undefined
  readonly isStream: boolean
}

const bodyText = async (reply: UpstreamReply, link: UpstreamDeadline, ports: CallPorts): Promise<string> =>
  decoder.decode(await readBody(reply, ports.settings().maxReplyBytes, patienceWithBody(link, ports)))

interface Following {
  readonly attempt: Attempt
  readonly ports: CallPorts
  readonly work: RemoteWork | undefined
  /** When the answer must have begun, however many requests it takes. */
  readonly deadline: number
}

const askNext = async (
  { request, delayMs }: FollowUpStep,
  { attempt, ports, deadline }: Following,
): Promise<UpstreamReply | FailedAttempt> => {
  const ask = async (): Promise<UpstreamReply> => {
    if (delayMs > 0) await pause(delayMs, attempt.link, ports)
    return await ports.send(requestOn(attempt.channel, request), attempt.link.signal)
  }
  const reply = await attempt.link.within(Math.max(0, deadline - ports.clock()), ask())
  return isSuccess(reply) ? reply : await failureOfReply(reply, attempt, ports)
}

/** The reply itself where it is the answer; otherwise what the provider says must be asked next, until it is. */
const followToAnswer = async (
  first: UpstreamReply,
  plan: CallPlan & { context: EncodeContext },
  following: Following,
): Promise<CallResult> => {
  const { attempt, ports, work } = following
  let reply = first
  for (let step = 0; plan.follow !== undefined && !isEventStream(reply) && step < MAX_FOLLOW_UPS; step++) {
    const body = await bodyText(reply, attempt.link, ports)
    work?.observe(body)
    const next = plan.follow({ status: reply.status, body, step, isStream: plan.isStream }, attempt.channel, plan.context)
    if (next === undefined) {
      work?.letGo()
      return { ok: true, reply: rereadable(reply, body) }
    }
    const asked = 'fault' in next ? failedAttempt(next.fault, { message: next.message, code: next.code }) : await askNext(next, following)
    if ('fault' in asked) {
      work?.stop()
      return { ok: false, failure: asked }
    }
    reply = asked
  }
  return { ok: true, reply: work !== undefined && isEventStream(reply) ? work.attend(reply) : reply }
}

const callOnce = async (
  plan: CallPlan,
  attempt: Attempt,
  context: { readonly encode: EncodeContext; readonly ports: CallPorts },
): Promise<CallResult> => {
  const { ports } = context
  const deadline = ports.clock() + ports.settings().firstByteTimeoutMs
  const work = watchWork(plan, attempt, ports)
  const request = requestOn(attempt.channel, plan.encode(attempt.channel, context.encode))
  const reply = await attempt.link.within(ports.settings().firstByteTimeoutMs, ports.send(request, attempt.link.signal))
  if (!isSuccess(reply)) return { ok: false, failure: await failureOfReply(reply, attempt, ports) }
  if (plan.follow === undefined && work === undefined) return { ok: true, reply }
  return await followToAnswer(reply, { ...plan, context: context.encode }, { attempt, ports, work, deadline })
}

/** A refused token that came from the cache is fetched anew once: it may have been revoked before its time. */
const callWithToken = async (plan: CallPlan, attempt: Attempt, ports: CallPorts): Promise<CallResult> => {
  for (let isSecondTry = false; ; isSecondTry = true) {
    const grant = await ports.access.tokenFor(attempt.provider, attempt.channel, attempt.link.signal)
    if ('failure' in grant) return { ok: false, failure: failedAttempt(grant.failure.fault, { message: grant.failure.message }) }
    const encode: EncodeContext = { now: ports.clock(), nonce: ports.nonce, accessToken: grant.token }
    const result = await callOnce(plan, attempt, { encode, ports })
    const isTokenRefused = !result.ok && result.failure.fault === 'bad-credential' && grant.token !== ''
    if (!isTokenRefused) return result
    ports.access.forget(attempt.channel)
    if (grant.isFresh || isSecondTry) return result
  }
}

/** One exchange with upstream up to a successful reply: access token first, then the request, then whatever the provider asks to follow. */
export const callUpstream = (plan: CallPlan, attempt: Attempt, ports: CallPorts): Promise<CallResult> =>
  attempt.provider.access === undefined
    ? callOnce(plan, attempt, { encode: { now: ports.clock(), nonce: ports.nonce, accessToken: '' }, ports })
    : callWithToken(plan, attempt, ports)
