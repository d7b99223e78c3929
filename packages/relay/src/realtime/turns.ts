import type { Amount, Produced } from '@weir/dialects/openai-realtime/events'
import { mappedModel } from '@weir/dialects/model/upstream'
import type { Usage } from '@weir/dialects/model/usage'
import type { EstimateInput } from '@weir/ledger/estimate'
import type { Asked } from '../asked.ts'
import { boundUsage } from '../guards/usage-bound.ts'
import type { LimitTicket } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { Delivery, RequestFacts } from '../stage-types.ts'
import { checkpoint, giveBack, release, settle } from '../stages/settle.ts'
import { Admissions, type Seat } from './admissions.ts'
import { Ahead } from './ahead.ts'
import { AtWork } from './at-work.ts'
import { estimateTranscript, type ConversationMeter, type PromptWeight } from './meter.ts'
import { RecentEnds } from './recent-ends.ts'
import { Transcribers } from './transcribers.ts'
import { Turn } from './turn.ts'

interface TurnsOptions extends Seat {
  readonly meter: ConversationMeter
  readonly first: RequestFacts
  /** Of the opening: its attempts stand in the first row. */
  readonly delivery: Delivery
}

interface Running {
  readonly turn: Turn
  readonly estimate: () => Usage
  /** Bounds what upstream may report of it. */
  readonly asked: Asked
}

interface Answer extends Running {
  readonly prompt: PromptWeight
}

/** A transcript is part of what was said, and no request under the limits. */
const NO_PLACE: LimitTicket = { remaining: {}, release: () => undefined }

/** No upstream has so many answers and transcripts under way at once that nobody asked for. Each of them holds units. */
const MOST_UNASKED = 100

/** What an answer is said to have come to at its end. */
export interface AnswerEnd {
  readonly usage: Usage | undefined
  readonly held: Amount
}

/** The money of a session: what is held ahead, and each answer and transcript under way. Every one is settled exactly once. */
export class Turns {
  readonly #options: TurnsOptions
  readonly #admissions: Admissions
  readonly #ahead: Ahead
  readonly #answers = new Map<string, Answer>()
  readonly #transcripts = new Map<string, Running>()
  readonly #ended = new RecentEnds()
  readonly #transcribers: Transcribers
  readonly #atWork = new AtWork()
  /** Asked for and not begun. */
  #asked = 0
  #isOver = false
  #heardBytes = 0
  #delivery: Delivery

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#delivery = options.delivery
    this.#admissions = new Admissions(options)
    this.#transcribers = new Transcribers(options.channel)
    const model = options.kind.model
    this.#ahead = new Ahead({
      first: { facts: options.first, estimate: options.kind.estimate },
      take: (estimate, ticket) => this.#admissions.take({ model, estimate, ...(ticket && { ticket }) }),
      giveBack: (facts) => giveBack(facts, this.#delivery, options.ports),
    })
  }

  get isAnswering(): boolean {
    return this.#answers.size > 0
  }

  /** Nothing is under way and nothing has been asked for. */
  get isIdle(): boolean {
    return this.#answers.size === 0 && this.#asked === 0
  }

  /** Before an answer is asked for: it is held for, up to its own limit. */
  async ask(maxOutputTokens: number | undefined): Promise<void> {
    await this.#ahead.ensure(this.#asked + 1, this.#estimate(maxOutputTokens))
    this.#asked += 1
  }

  /** Upstream refused something. What it was it seldom tells; a hold too few is made up for when the answer begins. */
  refused(): void {
    this.#asked = Math.max(0, this.#asked - 1)
  }

  /** An id that is used again stands for another answer. */
  begin(id: string): Promise<void> {
    this.#ended.forget(id)
    return this.#atWork.add(this.#begin(id))
  }

  /** What an answer has produced. One that upstream never announced is held for now; what comes after an end is late. */
  add(named: string, produced: Produced): Promise<void> | 'late' | undefined {
    if (produced.audioBytes + produced.characters + produced.wholeCharacters === 0) return undefined
    const id = this.#answerId(named)
    const answer = this.#answers.get(id)
    if (answer === undefined) return this.#ended.has(id) ? 'late' : this.#atWork.add(this.#addToNew(id, produced))
    answer.turn.add(produced)
    return undefined
  }

  /** Settles an answer by its report. One that upstream never announced is held for now, and an end that is told twice changes nothing. */
  finish(named: string, end: AnswerEnd): Promise<void> {
    return this.#atWork.add(this.#finish(this.#answerId(named), end))
  }

  /** Holds for the next answer as soon as none is under way: upstream may begin it by itself. */
  async renew(): Promise<void> {
    if (this.#answers.size === 0) await this.#ahead.ensure(Math.max(1, this.#asked), this.#estimate(undefined))
  }

  /** The caller has named who is to write its speech down. */
  nameTranscriber(model: string): void {
    this.#transcribers.name(model)
  }

  heard(audioBytes: number): void {
    this.#heardBytes += audioBytes
  }

  /** What was heard becomes an item of the conversation, and is written down where a model is named for it. */
  async commit(itemId: string): Promise<void> {
    const model = this.#transcriber()
    const heardMs = this.#options.meter.msOf(this.#heardBytes)
    this.#heardBytes = 0
    this.#ended.forget(itemId)
    if (model !== undefined) await this.#atWork.add(this.#beginTranscript(itemId, model, heardMs))
  }

  addTranscript(itemId: string, produced: Produced): void {
    this.#transcripts.get(itemId)?.turn.add(produced)
  }

  finishTranscript(itemId: string, usage: Usage | undefined): Promise<void> {
    return this.#atWork.add(this.#finishTranscript(itemId, usage))
  }

  /** The session is over: what has been produced is charged, and everything else is given back. */
  async cut(): Promise<void> {
    this.#isOver = true
    const running = this.#running()
    this.#answers.clear()
    this.#transcripts.clear()
    await Promise.all([...running.map((each) => this.#settle(each, undefined, 'cut')), this.#ahead.close()])
    // What ended as the session did is charged beside it.
    await this.#atWork.end()
  }

  /** An upstream that leaves ids out means the answer that is under way. */
  #answerId(id: string): string {
    if (id !== '') return id
    const [first = id] = this.#answers.keys()
    return first
  }

  async #begin(id: string): Promise<void> {
    if (this.#answers.has(id)) return
    this.#requireRoom()
    this.#asked = Math.max(0, this.#asked - 1)
    const { meter, kind } = this.#options
    const prompt = meter.prompt()
    const turn = await this.#open(await this.#ahead.next(this.#estimate(undefined)), this.#delivery)
    if (turn === undefined) return
    this.#delivery = { ...this.#delivery, attempts: [] }
    this.#answers.set(id, { turn, prompt, asked: kind.asked, estimate: () => meter.estimate(prompt, turn.produced) })
  }

  #requireRoom(): void {
    if (this.#asked === 0 && this.#running().length >= MOST_UNASKED) throw new RelayRefusal('upstream-broken')
  }

  async #addToNew(id: string, produced: Produced): Promise<void> {
    await this.#begin(id)
    this.#answers.get(id)?.turn.add(produced)
  }

  async #finish(id: string, { usage, held }: AnswerEnd): Promise<void> {
    if (this.#ended.has(id) && !this.#answers.has(id)) return
    await this.#begin(id)
    const answer = this.#answers.get(id)
    if (answer === undefined) return
    this.#answers.delete(id)
    this.#ended.add(id)
    answer.turn.atLeast(held)
    // An answer is sold by tokens: seconds are no figure of it.
    const reported = usage?.unit === undefined ? usage && this.#bound(usage, answer) : undefined
    if (reported !== undefined) this.#options.meter.reported(reported, answer.prompt)
    await this.#settle(answer, reported, 'ok')
  }

  async #finishTranscript(itemId: string, usage: Usage | undefined): Promise<void> {
    const model = this.#transcriber()
    if (!this.#transcripts.has(itemId) && !this.#ended.has(itemId) && model !== undefined && usage !== undefined)
      await this.#beginTranscript(itemId, model, usage.input)
    const transcript = this.#transcripts.get(itemId)
    if (transcript === undefined) return
    this.#transcripts.delete(itemId)
    this.#ended.add(itemId)
    await this.#settle(transcript, usage && this.#bound(usage, transcript), 'ok')
  }

  #transcriber(): string | undefined {
    return this.#transcribers.called(this.#options.meter.session.transcriptionModel)
  }

  #estimate(maxOutputTokens: number | undefined): EstimateInput {
    const { known, fresh } = this.#options.meter.prompt()
    return {
      promptTokens: known.tokens + fresh.tokens,
      audioPromptTokens: known.audio + fresh.audio,
      maxOutputTokens: maxOutputTokens ?? this.#options.meter.session.maxOutputTokens ?? this.#options.kind.estimate.maxOutputTokens,
      choices: 1,
    }
  }

  async #beginTranscript(itemId: string, model: string, heardMs: number): Promise<void> {
    if (this.#transcripts.has(itemId)) return
    this.#requireRoom()
    const { channel, kind } = this.#options
    const estimateOf = (characters: number) => estimateTranscript(model, heardMs, characters)
    const estimate: EstimateInput = { promptTokens: estimateOf(0).input, maxOutputTokens: 0, choices: 1 }
    const facts = await this.#admissions.take({ model, estimate, ticket: NO_PLACE })
    const name = mappedModel(model, channel.modelMapping)
    const costPrice = this.#options.ports.costPriceOf(channel, name)
    const turn = await this.#open(facts, { ...this.#delivery, attempts: [], model: name, costPrice })
    if (turn === undefined) return
    const fixedUsage: Usage = {
      input: heardMs,
      cacheRead: 0,
      cacheWrite: 0,
      output: 0,
      reasoning: 0,
      unit: 'millisecond',
      source: 'estimate',
    }
    const asked = { ...kind.asked, fixedUsage }
    this.#transcripts.set(itemId, { turn, asked, estimate: () => estimateOf(turn.produced.characters) })
  }

  /** Undefined when the session ended while the hold was taken. */
  async #open(facts: RequestFacts, delivery: Delivery): Promise<Turn | undefined> {
    const { ports } = this.#options
    if (this.#isOver) {
      await giveBack(facts, delivery, ports)
      return undefined
    }
    const turn: Turn = new Turn({
      facts: { ...facts, startedAt: ports.clock() },
      delivery,
      startTimer: ports.startTimer,
      checkpoint: () => this.#checkpoint(turn),
    })
    return turn
  }

  async #checkpoint(turn: Turn): Promise<void> {
    const running = this.#running().find((each) => each.turn === turn)
    if (running !== undefined)
      await checkpoint({ facts: turn.facts, delivery: turn.delivery, usage: running.estimate() }, this.#options.ports)
  }

  #running(): readonly Running[] {
    return [...this.#answers.values(), ...this.#transcripts.values()]
  }

  async #settle({ turn, estimate }: Running, reported: Usage | undefined, outcome: 'ok' | 'cut'): Promise<void> {
    const { ports } = this.#options
    const { facts, delivery } = turn
    turn.stop()
    if (reported === undefined && !turn.hasProduced) {
      await (outcome === 'cut' ? giveBack(facts, delivery, ports) : release(facts, delivery, ports))
      return
    }
    await settle({ facts, delivery, usage: reported ?? estimate(), outcome }, ports)
  }

  /** A conversation is as long as upstream keeps it, and nobody here has its whole text. */
  #bound(usage: Usage, { turn: { delivery, producedCharacters }, asked }: Running): Usage {
    const { channel, ports } = this.#options
    return boundUsage(usage, {
      asked,
      systemPrompt: channel.systemPrompt,
      limits: ports.modelLimits(delivery.model),
      producedCharacters,
    })
  }
}
