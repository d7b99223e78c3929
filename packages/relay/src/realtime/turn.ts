import type { Amount, Produced } from '@weir/dialects/openai-realtime/events'
import type { Delivery, RequestFacts } from '../stage-types.ts'
import type { StartTimer } from '../ports.ts'
import { CheckpointPace } from '../streams/checkpoint-timer.ts'

/** A token of sound has 2400 bytes, one of words about four characters. */
const AUDIO_BYTES_PER_CHARACTER = 600

interface TurnOptions {
  readonly facts: RequestFacts
  readonly delivery: Delivery
  readonly startTimer: StartTimer
  readonly checkpoint: (turn: Turn) => Promise<void>
}

/** An answer or a transcript under way, with its own hold and in the end its own row in the log. */
export class Turn {
  readonly facts: RequestFacts
  readonly delivery: Delivery
  readonly #startTimer: StartTimer
  readonly #checkpoint: (turn: Turn) => Promise<void>
  #pace: CheckpointPace | undefined
  #audioBytes = 0
  #characters = 0
  #wholeCharacters = 0

  constructor({ facts, delivery, startTimer, checkpoint }: TurnOptions) {
    this.facts = facts
    this.delivery = delivery
    this.#startTimer = startTimer
    this.#checkpoint = checkpoint
  }

  get produced(): Amount {
    return { audioBytes: this.#audioBytes, characters: Math.max(this.#characters, this.#wholeCharacters) }
  }

  get hasProduced(): boolean {
    return this.#audioBytes + this.produced.characters > 0
  }

  /** Sound counts as the words that would take as many tokens. */
  get producedCharacters(): number {
    return this.produced.characters + Math.ceil(this.#audioBytes / AUDIO_BYTES_PER_CHARACTER)
  }

  /** Words that are told as a whole count where they are more than the pieces that came before. */
  add({ audioBytes, characters, wholeCharacters }: Produced): void {
    if (audioBytes + characters + wholeCharacters === 0) return
    this.#audioBytes += audioBytes
    this.#characters += characters
    this.#wholeCharacters += wholeCharacters
    this.#pace ??= new CheckpointPace(this.#startTimer, () => this.#checkpoint(this))
    this.#pace.advance(this.producedCharacters)
  }

  /** All that the answer is said to hold at its end. */
  atLeast({ audioBytes, characters }: Amount): void {
    this.#audioBytes = Math.max(this.#audioBytes, audioBytes)
    this.#wholeCharacters = Math.max(this.#wholeCharacters, characters)
  }

  /** It is about to be settled: nothing is noted down any more. */
  stop(): void {
    this.#pace?.stop()
  }
}
