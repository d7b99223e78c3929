import type { JsonObject } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'

/** What is known of a request, whatever kind it is. A parsed chat or response is one as it stands. */
export interface Asked {
  readonly rawBody: string
  /** Undefined for a form, whose files are not looked into. */
  readonly body: JsonObject | undefined
  /** Several upstreams take 0 for no limit. */
  readonly maxOutputTokens: number | undefined
  readonly choices?: number
  /** Known in advance where the price is per picture, character or second. */
  readonly fixedUsage?: Usage | undefined
}

export interface ModelLimits {
  readonly maxOutput?: number | undefined
  readonly isReasoning: boolean
}

/** What the list of models tells beside a name, in the words of the wire. */
export interface ModelFacts {
  /** Who makes or sells it, where that is known. */
  readonly vendor?: string
  readonly context_length?: number
  readonly max_output_tokens?: number
  readonly features: readonly string[]
  /** Dollars in the caller's group. Absent: calls are refused because there is no price. */
  readonly price?: object
}
