import { textAt } from '@weir/dialects/json'
import type { RealtimeCall } from '@weir/dialects/model/provider'
import { presentedSecret, type ClientSecret } from '../client-secrets.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { faultOfError, letIn } from '../relay.ts'
import { replyOfFailure, type RelayReply } from '../reply.ts'
import { awaitFirstEvent } from '../realtime/first-event.ts'
import { RealtimeSession, type SessionOptions } from '../realtime/session.ts'
import { CloseCode, type UpstreamSocket } from '../socket.ts'
import { authenticate } from '../stages/authenticate.ts'
import { hiddenOn, requestOn } from '../upstream/channel-request.ts'
import { exchange, type ExchangeResult } from '../stages/exchange.ts'
import { release } from '../stages/settle.ts'
import {
  failedAttempt,
  type Attempt,
  type Attempted,
  type Caller,
  type Delivery,
  type RelayInput,
  type RequestFacts,
  type RequestKind,
} from '../stage-types.ts'

export interface RealtimeInput extends RelayInput, Pick<SessionOptions, 'refusalOf'> {
  readonly authorization: string | undefined
  /** As the address names it. */
  readonly model: string | undefined
  readonly isBeta: boolean
}

export type OpenedRealtime =
  | { readonly kind: 'session'; readonly session: RealtimeSession }
  | { readonly kind: 'refused'; readonly reply: RelayReply }

/** Fifty seconds of speech, or an ordinary answer in words: what is held for where no limit is set. */
const USUAL_ANSWER_TOKENS = 1024
/** No status is told with an error inside a socket. One of the server's lets another channel try. */
const STATUS_OF_ERROR_EVENT = 500

const NO_MODEL = { zh: '请在地址中写明模型，例如 ?model=gpt-realtime', en: 'Name the model in the address, such as ?model=gpt-realtime' }

const secretOf = (authorization: string | undefined, ports: Ports): ClientSecret | undefined => {
  const value = presentedSecret(authorization)
  if (value === undefined) return undefined
  const secret = ports.clientSecrets.open(value)
  if (secret === undefined) throw new RelayRefusal('invalid-token')
  if (secret.expiresAt * 1000 <= ports.clock()) throw new RelayRefusal('client-secret-expired')
  return secret
}

const modelOf = (named: string | undefined, secret: ClientSecret | undefined): string => {
  const bound = textAt(secret?.session, 'model')
  if (bound !== undefined && named !== undefined && named !== bound) {
    throw new RelayRefusal('invalid-request', {
      problem: {
        zh: `临时密钥只能用于模型 ${bound}，地址中写的是 ${named}`,
        en: `This client secret is for the model ${bound}, and the address names ${named}`,
      },
      param: 'model',
    })
  }
  const model = bound ?? named ?? ''
  if (model === '') throw new RelayRefusal('invalid-request', { problem: NO_MODEL, param: 'model' })
  return model
}

const NOTHING_USED = () => Promise.reject(new Error('a handshake uses nothing'))

const GREETED: Attempted = {
  kind: 'whole',
  headers: { get: () => null },
  contentType: '',
  body: '',
  produced: { usage: undefined, estimate: NOTHING_USED },
}

/** Opens a socket on a channel and waits for its greeting; a channel that does not greet is passed over as one that does not answer. */
const dial = async (
  call: RealtimeCall,
  { provider, channel, link }: Attempt,
  { ports, opened }: { readonly ports: Ports; readonly opened: (socket: UpstreamSocket) => void },
): Promise<Attempted> => {
  if (provider.realtime === undefined) return failedAttempt('not-found')
  const { firstByteTimeoutMs } = ports.settings()
  const encoded = provider.realtime.encode(call, channel, { now: ports.clock(), nonce: ports.nonce, accessToken: '' })
  const answer = await link.within(firstByteTimeoutMs, ports.openSocket(requestOn(channel, encoded), link.signal))
  if (!('listen' in answer)) {
    const fault = answer.status === 0 ? 'unreachable' : provider.classify(answer.status, '')
    return failedAttempt(fault, { status: answer.status })
  }
  const first = await link.within(firstByteTimeoutMs, awaitFirstEvent(answer))
  // Its socket was closed for it: the reason is the deadline's to tell.
  if (link.cutReason !== undefined) throw new Error('cut before the greeting')
  if (first.kind === 'greeting') {
    link.finish()
    opened(first.socket)
    return GREETED
  }
  answer.close(CloseCode.normal, '')
  if (first.kind === 'closed') return failedAttempt('broken')
  return failedAttempt(provider.classify(STATUS_OF_ERROR_EVENT, first.body), { status: STATUS_OF_ERROR_EVENT, body: first.body })
}

const realtimeKind = (call: RealtimeCall, ports: Ports, opened: (socket: UpstreamSocket) => void): RequestKind => ({
  model: call.model,
  isStream: true,
  estimate: { promptTokens: 0, audioPromptTokens: 0, maxOutputTokens: USUAL_ANSWER_TOKENS, choices: 1 },
  asked: { rawBody: '', body: undefined, maxOutputTokens: undefined },
  isSupportedBy: (provider) => provider.realtime !== undefined,
  dropped: () => [],
  attempt: (attempt) => dial(call, attempt, { ports, opened }),
})

/** 499 is what proxies log for a caller who left; it is never delivered. */
const callerLeft: RelayReply = { status: 499, headers: {}, body: '' }

const replyOf = ({ result, channel, delivery }: ExchangeResult, input: RealtimeInput, now: number): RelayReply =>
  result.kind === 'failed' ? replyOfFailure(result, { ...input, hidden: hiddenOn(channel), model: delivery.model, now }) : callerLeft

const UNDELIVERED: Omit<Delivery, 'model'> = { channelId: 0, isSystemPromptReset: false, attempts: [], dropped: [] }

interface Visitor {
  readonly secret: ClientSecret | undefined
  readonly caller: Caller
  readonly reauthenticate: () => Caller | Promise<Caller>
  readonly startedAt: number
}

/** Holds for a first answer and opens a socket upstream. Whatever happens after the hold, the hold ends exactly once. */
const openFor = async (visitor: Visitor, input: RealtimeInput, ports: Ports): Promise<OpenedRealtime> => {
  const { secret, caller, reauthenticate, startedAt } = visitor
  const model = modelOf(input.model, secret)
  let upstream: UpstreamSocket | undefined
  // The older form does not name the kind of a session.
  const isBeta = input.isBeta || (secret !== undefined && secret.session['type'] === undefined)
  const kind = realtimeKind({ model, isBeta }, ports, (socket) => {
    upstream = socket
  })
  const { requestId, language, refusalOf } = input
  input.trace?.asked({ model, isStream: true, userId: caller.userId })
  const { routed, admitted } = await letIn(kind, caller, { requestId, ports })
  const { hold, prices, ticket } = admitted
  const facts: RequestFacts = { caller, hold, prices, isStream: true, startedAt, address: input.address, ticket }
  try {
    const exchanged = await exchange(routed, { input, ports, prices })
    if (upstream === undefined) {
      const { delivery, result } = exchanged
      await release(facts, result.kind === 'failed' ? delivery : { ...delivery, fault: 'caller-left' }, ports)
      return { kind: 'refused', reply: replyOf(exchanged, input, ports.clock()) }
    }
    const { channel, delivery } = exchanged
    const settings = secret?.session
    const seat = { requestId, address: input.address, kind, channel, reauthenticate, ports }
    const session = new RealtimeSession({ ...seat, language, upstream, first: facts, delivery, settings, refusalOf })
    return { kind: 'session', session }
  } catch (error) {
    // Releasing twice is harmless: the second finds the hold already closed.
    await release(facts, { ...UNDELIVERED, model, fault: faultOfError(error) }, ports)
    throw error
  }
}

/** Lets a caller in, and keeps their places until the session is settled. */
export const openRealtime = async (input: RealtimeInput, ports: Ports): Promise<OpenedRealtime> => {
  const startedAt = ports.clock()
  const secret = secretOf(input.authorization, ports)
  const authorization = secret?.authorization ?? input.authorization
  const reauthenticate = () => authenticate(authorization, input.address, ports)
  const caller = await reauthenticate()
  const leave = ports.load.openSession(caller.userId)
  try {
    const opened = await openFor({ secret, caller, reauthenticate, startedAt }, input, ports)
    if (opened.kind === 'session') opened.session.onEnd(leave)
    else leave()
    return opened
  } catch (error) {
    leave()
    throw error
  }
}
