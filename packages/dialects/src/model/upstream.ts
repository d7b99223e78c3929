/** What a provider is told about the channel it speaks for. */
export interface ChannelTarget {
  readonly baseUrl: string
  readonly key: string
  readonly other: string
  readonly config: Readonly<Record<string, string>>
  readonly modelMapping: Readonly<Record<string, string>>
  readonly systemPrompt: string
}

/** Effects a provider may need for signing, handed in so that the same input always gives the same request. */
export interface EncodeContext {
  /** Milliseconds since the epoch. */
  readonly now: number
  /** 32 random hexadecimal characters, fresh at every call. */
  readonly nonce: () => string
  /** The token of the provider's access exchange; empty when it has none. */
  readonly accessToken: string
}

/**
 * One request to upstream. With a `wss:` or `ws:` address the body is sent as one text message, and every message that
 * comes back appears in the reply as one line of text.
 */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | readonly Uint8Array[]
  /** The address of the proxy that it goes by, with its credentials. */
  readonly proxy?: string
  /** The same with another body, where the headers prove the body. */
  readonly withBody?: (body: string) => UpstreamRequest
  /** For a socket: whether a message is the last one. Servers leave it to the client to hang up. */
  readonly isLastMessage?: (message: string) => boolean
}

/** The name upstream knows a model by. One step only: a mapping is not followed further. */
export const mappedModel = (model: string, mapping: Readonly<Record<string, string>>): string =>
  Object.hasOwn(mapping, model) ? (mapping[model] ?? model) : model
