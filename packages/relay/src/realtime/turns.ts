import type { Amount } from '@weir/dialects/openai-realtime/events'
import { mappedModel } from '@weir/dialects/model/upstream'
import type { Usage } from '@weir/dialects/model/usage'
import type { EstimateInput } from '@weir/ledger/estimate'
import type { Asked } from '../asked.ts'
import { boundUsage } from '../guards/usage-bound.ts'
import type { LimitTicket } from '../ports.ts'
import type { Delivery, RequestFacts } from '../stage-types.ts'
import { checkpoint, giveBack, release, settle } from '../stages/settle.ts'
import { Admissions, type Seat } from './admissions.ts'
import { Ahead } from './ahead.ts'
import { estimateTranscript, type ConversationMeter, type PromptWeight } from './meter.ts'
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

/** Upstreams have been seen to tell an end twice. */
const REMEMBERED_ENDS = 1000

/** The money of a session: what is held ahead, and each answer and transcript under way. Every one is settled exactly once. */
export class Turns {
  readonly #options: TurnsOptions
  readonly #admissions: Admissions
  readonly #ahead: Ahead
  readonly #answers = new Map<string, Answer>()
  readonly #transcripts = new Map<string, Running>()
  readonly #ended = new Set<string>()
  /** Asked for and not begun. */
  #asked = 0
  #isOver = false
  #heardBytes = 0
  #delivery: Delivery

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#delivery = options.delivery
    this.#admissions = new Admissions(options)
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

  async begin(id: string): Promise<void> {
    if (this.#answers.has(id) || this.#ended.has(id)) return
    this.#asked = Math.max(0, this.#asked - 1)
    const { meter, kind } = this.#options
    const prompt = meter.prompt()
    const turn = await this.#open(await this.#ahead.next(this.#estimate(undefined)), this.#delivery)
    if (turn === undefined) return
    this.#delivery = { ...this.#delivery, attempts: [] }
    this.#answers.set(id, { turn, prompt, asked: kind.asked, estimate: () => meter.estimate(prompt, turn.produced) })
  }

  add(id: string, amount: Amount): void {
    this.#answers.get(id)?.turn.add(amount)
  }

  /** Settles an answer by its report. One that upstream never announced is held for now. */
  async finish(id: string, usage: Usage | undefined): Promise<void> {
    if (!this.#answers.has(id)) await this.begin(id)
    const answer = this.#answers.get(id)
    if (answer === undefined) return
    this.#answers.delete(id)
    this.#end(id)
    if (usage !== undefined) this.#options.meter.reported(usage, answer.prompt)
    await this.#settle(answer, usage, 'ok')
  }

  /** Holds for the next answer as soon as none is under way: upstream may begin it by itself. */
  async renew(): Promise<void> {
    if (this.#answers.size === 0) await this.#ahead.ensure(Math.max(1, this.#asked), this.#estimate(undefined))
  }

  heard(audioBytes: number): void {
    this.#heardBytes += audioBytes
  }

  /** What was heard becomes an item of the conversation, and is written down where a model is named for it. */
  async commit(itemId: string): Promise<void> {
    const model = this.#transcriber()
    const heardMs = this.#options.meter.msOf(this.#heardBytes)
    this.#heardBytes = 0
    if (model !== undefined) await this.#beginTranscript(itemId, model, heardMs)
  }

  addTranscript(itemId: string, amount: Amount): void {
    this.#transcripts.get(itemId)?.turn.add(amount)
  }

  async finishTranscript(itemId: string, usage: Usage | undefined): Promise<void> {
    const model = this.#transcriber()
    if (!this.#transcripts.has(itemId) && model !== undefined && usage !== undefined)
      await this.#beginTranscript(itemId, model, usage.input)
    const transcript = this.#transcripts.get(itemId)
    if (transcript === undefined) return
    this.#transcripts.delete(itemId)
    this.#end(itemId)
    await this.#settle(transcript, usage, 'ok')
  }

  /** The session is over: what has been produced is charged, and everything else is given back. */
  async cut(): Promise<void> {
    this.#isOver = true
    const running = this.#running()
    this.#answers.clear()
    this.#transcripts.clear()
    await Promise.all([...running.map((each) => this.#settle(each, undefined, 'cut')), this.#ahead.close()])
  }

  /** As the caller names it. */
  #transcriber(): string | undefined {
    const { meter, channel } = this.#options
    const name = meter.session.transcriptionModel
    return Object.entries(channel.modelMapping).find(([, upstreamName]) => upstreamName === name)?.[0] ?? name
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
    if (this.#transcripts.has(itemId) || this.#ended.has(itemId)) return
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

  #end(id: string): void {
    this.#ended.add(id)
    if (this.#ended.size <= REMEMBERED_ENDS) return
    for (const oldest of this.#ended) {
      this.#ended.delete(oldest)
      return
    }
  }

  async #settle({ turn, estimate, asked }: Running, reported: Usage | undefined, outcome: 'ok' | 'cut'): Promise<void> {
    const { ports } = this.#options
    const { facts, delivery } = turn
    turn.stop()
    if (reported === undefined && !turn.hasProduced) {
      await (outcome === 'cut' ? giveBack(facts, delivery, ports) : release(facts, delivery, ports))
      return
    }
    const usage = reported === undefined ? estimate() : this.#bound(reported, turn, asked)
    await settle({ facts, delivery, usage, outcome }, ports)
  }

  /** A conversation is as long as upstream keeps it, and nobody here has its whole text. */
  #bound(usage: Usage, { delivery, producedCharacters }: Turn, asked: Asked): Usage {
    const { channel, ports } = this.#options
    return boundUsage(usage, {
      asked,
      systemPrompt: channel.systemPrompt,
      limits: ports.modelLimits(delivery.model),
      producedCharacters,
    })
  }
}
