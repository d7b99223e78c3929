import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { shapeProblem } from '@weir/dialects/openai-chat/body-shape'
import { amountOfResponse, producedBy, saidBy } from '@weir/dialects/openai-realtime/events'
import { outputLimitOf } from '@weir/dialects/openai-realtime/session'
import { usageOfRealtime } from '@weir/dialects/openai-realtime/usage'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { Language } from '../refusal.ts'
import type { Delivery, RequestFacts } from '../stage-types.ts'
import { mayUse } from '../stages/route.ts'
import { hiddenOn } from '../upstream/channel-request.ts'
import { withoutPlaces, withoutSecrets } from '../upstream/without-secrets.ts'
import type { Seat } from './admissions.ts'
import { answerSettings, sessionSettings, type SettingsRules } from './caller-events.ts'
import { isEmptyAccount } from './error-event.ts'
import { Lane } from './lane.ts'
import { ConversationMeter } from './meter.ts'
import { Pulse } from './pulse.ts'
import { CloseCode, passedCode, type Socket, type SocketListener, type UpstreamSocket } from '../socket.ts'
import { ToldErrors } from './told-errors.ts'
import { Turns } from './turns.ts'

export interface SessionOptions extends Seat {
  readonly language: Language
  readonly upstream: UpstreamSocket
  readonly first: RequestFacts
  readonly delivery: Delivery
  /** What the session is set to before the caller says anything. */
  readonly settings: JsonObject | undefined
  /** What an error that is no refusal is told as. */
  readonly refusalOf: (error: unknown, requestId: string) => RelayRefusal
}

/** The largest event that the vendor takes. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024

const NOT_JSON = { zh: '事件必须是带有 type 的 JSON 对象', en: 'An event must be a JSON object with a type' }

const TRANSCRIPT = 'conversation.item.input_audio_transcription.'

/** Ending a session over one limit of a minute would be worse than waiting it out: what was asked is refused, and the caller may ask again. */
const isPassing = (error: unknown): boolean => error instanceof RelayRefusal && error.kind === 'limited'

/** The mistake is the event's own. */
const isEventsFault = ({ status, kind }: RelayRefusal): boolean => status === 400 || kind === 'shutting-down'

/** One conversation between a caller and an upstream. Frames pass both ways; each answer is held for before it begins and charged as it ends. */
export class RealtimeSession {
  readonly #options: SessionOptions
  readonly #ports: Ports
  readonly #meter = new ConversationMeter()
  readonly #turns: Turns
  readonly #rules: SettingsRules
  #caller: Socket | undefined
  #errors: ToldErrors | undefined
  #toUpstream: Lane | undefined
  #toCaller: Lane | undefined
  #pulse: Pulse | undefined
  #forgetCut: (() => void) | undefined
  #isDraining = false
  #end: Promise<void> | undefined
  readonly #onEnd: (() => void)[] = []

  constructor(options: SessionOptions) {
    const { ports, kind, channel } = options
    this.#options = options
    this.#ports = ports
    this.#turns = new Turns({ ...options, meter: this.#meter })
    this.#rules = { model: kind.model, channel, requireTranscriber: (model) => this.#requireTranscriber(model) }
  }

  /** Begins to pass frames. */
  attach(caller: Socket): SocketListener {
    const { upstream, settings, channel } = this.#options
    const { startTimer } = this.#ports
    const failed = (error: unknown) => this.#fail(error)
    const slow = () => void this.end({ code: CloseCode.policy, reason: 'too slow' })
    if (this.#end !== undefined) return this.#tooLate(caller)
    this.#caller = caller
    const errors = new ToldErrors({ ...this.#options, caller })
    this.#errors = errors
    const shared = { startTimer, failed, stalled: slow }
    const mustWait = () => errors.areUnread()
    this.#toUpstream = new Lane({ ...shared, from: caller, to: upstream, pass: (text) => this.#fromCaller(text), mustWait })
    this.#toCaller = new Lane({ ...shared, from: upstream, to: caller, pass: (text) => this.#fromUpstream(text) })
    this.#pulse = new Pulse({
      ...this.#ports,
      ping: () => upstream.ping(),
      answerPatienceMs: () => (this.#turns.isAnswering ? this.#ports.settings().idleTimeoutMs : undefined),
      isDeaf: () => this.#toCaller?.isPaused === true,
      failed: (why) => this.#fail(new RelayRefusal(why)),
    })
    this.#forgetCut = this.#ports.shutdown.onCut(() => this.#stop())
    if (this.#ports.shutdown.isAborting()) this.#stop()
    const initial = settings ?? (channel.systemPrompt === '' ? undefined : { type: 'realtime' })
    if (initial !== undefined) this.#begin(initial)
    upstream.listen({
      message: (text) => this.#upstreamSaid(text),
      pong: () => this.#pulse?.upstreamLives(),
      closed: (code) => this.#upstreamGone(code),
    })
    return {
      message: (text) => this.#callerSaid(text),
      pong: () => undefined,
      closed: () => void this.end({ code: CloseCode.normal, reason: '' }),
    }
  }

  #tooLate(caller: Socket): SocketListener {
    caller.close(CloseCode.goingAway, '')
    return { message: () => undefined, pong: () => undefined, closed: () => undefined }
  }

  #begin(session: JsonObject): void {
    try {
      this.#updateSession({ type: 'session.update', session })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Called once, when everything is settled. */
  onEnd(listener: () => void): void {
    this.#onEnd.push(listener)
  }

  /** The server stops: an answer under way may end, and nothing new begins. */
  drain(): void {
    this.#isDraining = true
    if (this.#turns.isIdle) this.#stop()
  }

  /** Resolves when every hold is settled. The second call changes nothing. */
  end({ code, reason, refusal }: { readonly code: number; readonly reason: string; readonly refusal?: RelayRefusal }): Promise<void> {
    this.#end ??= this.#close(code, reason, refusal)
    return this.#end
  }

  async #close(code: number, reason: string, refusal: RelayRefusal | undefined): Promise<void> {
    this.#pulse?.stop()
    this.#forgetCut?.()
    this.#toUpstream?.close()
    this.#toCaller?.close()
    if (refusal !== undefined) this.#errors?.tell(refusal)
    this.#caller?.close(code, reason)
    this.#options.upstream.close(CloseCode.normal, '')
    try {
      await this.#turns.cut()
    } catch (error) {
      this.#ports.reportBug(error, this.#options.requestId)
    } finally {
      for (const ended of this.#onEnd) ended()
    }
  }

  #stop(): void {
    void this.end({ code: CloseCode.goingAway, reason: 'shutting down', refusal: new RelayRefusal('shutting-down') })
  }

  #fail(error: unknown): void {
    const refusal = error instanceof RelayRefusal ? error : this.#options.refusalOf(error, this.#options.requestId)
    const code = refusal.status >= 500 ? CloseCode.internal : CloseCode.policy
    void this.end({ code, reason: refusal.code, refusal })
  }

  #upstreamGone(code: number): void {
    const refusal = this.#turns.isIdle ? undefined : new RelayRefusal('upstream-broken')
    void this.end({
      code: refusal === undefined ? passedCode(code) : CloseCode.internal,
      reason: 'upstream closed',
      ...(refusal && { refusal }),
    })
  }

  #callerSaid(text: string): void {
    this.#pulse?.callerSpoke()
    this.#toUpstream?.push(text)
  }

  #upstreamSaid(text: string): void {
    this.#pulse?.upstreamSpoke()
    if (text.length > MAX_FRAME_BYTES) this.#fail(new RelayRefusal('upstream-broken'))
    else this.#toCaller?.push(text)
  }

  #requireTranscriber(model: string): void {
    const { caller } = this.#options.first
    if (!mayUse(caller, model)) throw new RelayRefusal('model-not-allowed', { params: { model } })
    if (this.#ports.settings().refusesUnpriced && !this.#ports.priceOf(model, caller.group).isListed) {
      throw new RelayRefusal('unpriced', { params: { model } })
    }
    this.#turns.nameTranscriber(model)
  }

  #updateSession(event: JsonObject): void {
    const session = sessionSettings(objectAt(event, 'session') ?? {}, this.#rules)
    this.#options.upstream.send(JSON.stringify({ ...event, session }))
  }

  async #changeSession(event: JsonObject): Promise<void> {
    this.#updateSession(event)
  }

  async #createAnswer(event: JsonObject): Promise<void> {
    if (this.#isDraining) throw new RelayRefusal('shutting-down')
    const response = objectAt(event, 'response')
    const settings = answerSettings(response ?? {}, this.#rules)
    await this.#turns.ask(outputLimitOf(settings))
    const isAsGiven = response === undefined && Object.keys(settings).length === 0
    this.#options.upstream.send(JSON.stringify(isAsGiven ? event : { ...event, response: settings }))
  }

  /** What an event does wrong is told by its name, and the session goes on; so does an answer under way when there is nothing left for another. */
  async #orTell(work: Promise<void>, isTold: (refusal: RelayRefusal) => boolean, causeId: string | undefined): Promise<void> {
    try {
      await work
    } catch (error) {
      if (!(error instanceof RelayRefusal) || !isTold(error)) throw error
      this.#errors?.tell(error, causeId)
    }
  }

  #isTold(refusal: RelayRefusal): boolean {
    return isPassing(refusal) || isEventsFault(refusal) || (isEmptyAccount(refusal) && this.#turns.isAnswering)
  }

  #fromCaller(text: string): void | Promise<void> {
    const problem = shapeProblem(text)
    const event = problem === undefined ? parseJson(text) : undefined
    const type = textAt(event, 'type')
    if (!isObject(event) || type === undefined)
      return this.#errors?.tell(new RelayRefusal('invalid-request', { problem: problem ?? NOT_JSON }))
    const causeId = textAt(event, 'event_id')
    switch (type) {
      case 'session.update':
      case 'transcription_session.update':
        return this.#orTell(this.#changeSession(event), () => true, causeId)
      case 'response.create':
        return this.#orTell(this.#createAnswer(event), (refusal) => this.#isTold(refusal), causeId)
      default: {
        const said = saidBy(type, event)
        this.#meter.said(said)
        if (type === 'input_audio_buffer.append') this.#turns.heard(said.audioBytes)
        this.#options.upstream.send(text)
      }
    }
  }

  #fromUpstream(text: string): void | Promise<void> {
    const event = parseJson(text)
    const type = textAt(event, 'type') ?? ''
    if (!isObject(event)) return this.#caller?.send(text)
    const work = this.#account(type, event)
    if (work === 'late') return undefined
    const passed = type === 'error' ? withoutPlaces(withoutSecrets(text, hiddenOn(this.#options.channel))) : text
    if (work === undefined) return this.#caller?.send(passed)
    return work.then(() => this.#afterTurn(type, passed))
  }

  #afterTurn(type: string, text: string): void {
    if (this.#end !== undefined) return
    this.#caller?.send(text)
    if (type !== 'response.done') return
    if (this.#isDraining && this.#turns.isIdle) return this.#stop()
    this.#turns.renew().catch((error: unknown) => {
      if (!isPassing(error)) this.#fail(error)
    })
  }

  #account(type: string, event: JsonObject): Promise<void> | 'late' | undefined {
    const response = objectAt(event, 'response')
    const responseId = textAt(event, 'response_id') ?? textAt(response, 'id') ?? ''
    const itemId = textAt(event, 'item_id') ?? ''
    switch (type) {
      case 'session.created':
      case 'session.updated':
      case 'transcription_session.updated':
        this.#meter.configure(objectAt(event, 'session') ?? {})
        return undefined
      case 'error':
        this.#turns.refused()
        return undefined
      case 'response.created':
        return this.#turns.begin(responseId)
      case 'response.done':
        return this.#turns.finish(responseId, { usage: usageOfRealtime(objectAt(response, 'usage')), held: amountOfResponse(response) })
      case 'input_audio_buffer.committed':
        return this.#turns.commit(itemId)
      case `${TRANSCRIPT}completed`:
      case `${TRANSCRIPT}failed`:
        return this.#turns.finishTranscript(itemId, usageOfRealtime(objectAt(event, 'usage')))
      case `${TRANSCRIPT}delta`:
        this.#turns.addTranscript(itemId, producedBy(type, event))
        return undefined
      default:
        return this.#turns.add(responseId, producedBy(type, event))
    }
  }
}
