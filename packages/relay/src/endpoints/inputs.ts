import type { CallerWire, WireAddress } from '@weir/dialects/model/caller-wire'
import type { KeptRequest } from '@weir/dialects/model/provider'
import type { RelayInput, TextInput } from '../stage-types.ts'

export interface WireInput extends TextInput {
  readonly wire: CallerWire
  /** Those of the wire's `forwardedHeaders` that the caller sent. */
  readonly headers: Readonly<Record<string, string>>
  /** What the path says, on wires that name the model there. */
  readonly asked?: WireAddress | undefined
}

export interface KeptAnswerInput extends RelayInput {
  readonly wire: CallerWire
  readonly method: KeptRequest['method']
  /** As Weir gave it out. */
  readonly id: string
  readonly step: KeptRequest['step']
  readonly query: URLSearchParams
}
