import type { RelayInput } from '@weir/relay/stage-types'
import type { BodyCapture } from '../../relay/bodies/body-log.ts'
import type { ServedWire } from '@weir/relay/caller-wires'

export interface RelayCall {
  readonly request: Request
  /** Without a trailing slash. */
  readonly path: string
  readonly authorization: string | undefined
  readonly wire: ServedWire | 'chat'
  readonly input: RelayInput
  /** Absent where bodies are not kept. */
  readonly capture?: BodyCapture | undefined
}
