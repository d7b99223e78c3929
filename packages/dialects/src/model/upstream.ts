/** What a provider is told about the channel it speaks for. */
export interface ChannelTarget {
  readonly baseUrl: string
  readonly key: string
  readonly other: string
  readonly config: Readonly<Record<string, string>>
  readonly modelMapping: Readonly<Record<string, string>>
  readonly systemPrompt: string
}

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The name upstream knows a model by. One step only: a mapping is not followed further. */
export const mappedModel = (model: string, mapping: Readonly<Record<string, string>>): string =>
  Object.hasOwn(mapping, model) ? (mapping[model] ?? model) : model
