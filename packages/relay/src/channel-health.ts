import type { UpstreamFault } from '@weir/dialects/model/fault'

export interface HealthEvent {
  readonly channelId: number
  readonly model: string
  readonly fault: UpstreamFault | 'none'
  readonly ms: number
  /** Set when evidence against the key was found; used to decide on switching the channel off. */
  readonly blamesKey: boolean
  /** Which of several keys it was sent with. */
  readonly keyId?: number | undefined
}

/** Which channels are resting after repeated failures. */
export interface Circuits {
  /** Asked for a request that is about to go out: when the rest is over, one asker is let through to probe. */
  isOpen(channelId: number, model: string): boolean
  /** The same without being let through to probe. */
  isResting(channelId: number, model: string): boolean
  record(event: HealthEvent & { readonly retryAfterMs: number | undefined }): void
  /** It answered, and then reported more than any request can use. Answers do not make up for this. */
  distrust(channelId: number, model: string): void
}
