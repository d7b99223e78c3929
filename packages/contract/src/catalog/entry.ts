export type ModelMode =
  | 'chat'
  | 'responses'
  | 'completion'
  | 'embedding'
  | 'image'
  | 'audio-speech'
  | 'audio-transcription'
  | 'rerank'
  | 'moderation'

/** Dollars per million tokens, unless the name says otherwise. */
export interface ListPrice {
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly cacheWriteHour?: number
  readonly audioInput?: number
  readonly audioOutput?: number
  readonly perSecond?: number
  readonly perMillionCharacters?: number
  readonly perQuery?: number
  /** Of the smallest size. */
  readonly perImage?: number
}

export interface CatalogEntry {
  readonly model: string
  readonly mode: ModelMode
  readonly price: ListPrice
  readonly context?: number
  readonly maxOutput?: number
  readonly can?: readonly ('vision' | 'tools' | 'reasoning')[]
}
