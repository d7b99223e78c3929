import type { JsonObject } from '../json.ts'
import type { ReportedTier } from '../service-tier.ts'
import type { Usage } from './usage.ts'

/** What the line must know of a reply it passes on untouched. */
export interface ReplySummary {
  readonly usage: Usage | undefined
  /** Streams tell it in every chunk, their figures in the last. */
  readonly tier?: ReportedTier | undefined
  readonly hasFinished: boolean
  readonly hasChoices: boolean
  /** The upstream's error object inside a 200 reply or a stream. */
  readonly error: JsonObject | undefined
  /** Produced text of every kind, for a count when no usage is reported. */
  readonly text: string
}
