import { DEFAULT_SESSION, readSession, type SessionFacts } from '@weir/dialects/openai-realtime/session'
import type { Amount } from '@weir/dialects/openai-realtime/events'
import type { JsonObject } from '@weir/dialects/json'
import { approximateTokens, promptTokensOf, type Usage } from '@weir/dialects/model/usage'

/** The vendor counts a token for a tenth of a second that is heard, and for a twentieth that is spoken. */
const INPUT_MS_PER_TOKEN = 100
const OUTPUT_MS_PER_TOKEN = 50
/** Shorter prompts are not cached. */
const SHORTEST_CACHED = 1024

/** Tokens, and how many of them are sound. */
export interface Weight {
  readonly tokens: number
  readonly audio: number
}

const NOTHING: Weight = { tokens: 0, audio: 0 }

const plus = (a: Weight, b: Weight): Weight => ({ tokens: a.tokens + b.tokens, audio: a.audio + b.audio })

const minus = (a: Weight, b: Weight): Weight => ({ tokens: Math.max(0, a.tokens - b.tokens), audio: Math.max(0, a.audio - b.audio) })

/** The prompt of an answer: what the model has read before, and what is new. */
export interface PromptWeight {
  readonly known: Weight
  readonly fresh: Weight
}

/** How large the conversation is, as far as it has been reported and heard since. */
export class ConversationMeter {
  #facts: SessionFacts = DEFAULT_SESSION
  #known = NOTHING
  #fresh = NOTHING

  get session(): SessionFacts {
    return this.#facts
  }

  configure(session: JsonObject): void {
    this.#facts = readSession(session, this.#facts)
  }

  msOf(audioBytes: number): number {
    return Math.ceil(audioBytes / this.#facts.inputBytesPerMs)
  }

  said({ audioBytes, characters }: Amount): void {
    const audio = Math.ceil(this.msOf(audioBytes) / INPUT_MS_PER_TOKEN)
    this.#fresh = plus(this.#fresh, { tokens: audio + approximateTokens(characters), audio })
  }

  prompt(): PromptWeight {
    return { known: this.#known, fresh: this.#fresh }
  }

  /** The next prompt begins with all of this. */
  reported(usage: Usage, prompt: PromptWeight): void {
    const { audioInput = 0, audioCacheRead = 0, audioOutput = 0 } = usage
    this.#known = { tokens: promptTokensOf(usage) + usage.output, audio: audioInput + audioCacheRead + audioOutput }
    this.#fresh = minus(this.#fresh, prompt.fresh)
  }

  /** Stands in for the report of an answer that was cut off. */
  estimate({ known, fresh }: PromptWeight, { audioBytes, characters }: Amount): Usage {
    const isCached = known.tokens >= SHORTEST_CACHED
    const read = isCached ? fresh : plus(known, fresh)
    const audioOutput = Math.ceil(audioBytes / this.#facts.outputBytesPerMs / OUTPUT_MS_PER_TOKEN)
    return {
      input: read.tokens,
      cacheRead: isCached ? known.tokens : 0,
      cacheWrite: 0,
      output: audioOutput + approximateTokens(characters),
      reasoning: 0,
      audioInput: read.audio,
      audioCacheRead: isCached ? known.audio : 0,
      audioOutput,
      source: 'estimate',
    }
  }
}

/** Models that are sold by the second; the others write down speech for tokens. */
const SOLD_BY_TIME = /whisper/i

/** Stands in for the report of a transcript that was cut off. */
export const estimateTranscript = (model: string, heardMs: number, characters: number): Usage => {
  const none = { cacheRead: 0, cacheWrite: 0, reasoning: 0, source: 'estimate' as const }
  if (SOLD_BY_TIME.test(model)) return { ...none, input: heardMs, output: 0, unit: 'millisecond' }
  const input = Math.ceil(heardMs / INPUT_MS_PER_TOKEN)
  return { ...none, input, audioInput: input, output: approximateTokens(characters) }
}
