import type { JsonObject } from '@weir/dialects/json'

/** What a channel changes in the requests it sends. */
export interface ChannelOverrides {
  /** Laid over the headers of every request to it, by their names in small letters. */
  readonly headerOverrides?: Readonly<Record<string, string>>
  /** Laid over the fields of every call's body; null takes one out. */
  readonly bodyOverrides?: JsonObject
  /** The address of the proxy that all its requests go by, with its credentials. */
  readonly proxy?: string
}
