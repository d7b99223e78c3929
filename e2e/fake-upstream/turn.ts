/** What a wire's fake has understood of a call, in no wire's words. */
export interface Asked {
  readonly text: string
  readonly tools: readonly string[]
  /** What the caller's tools have answered since the text. */
  readonly results: readonly string[]
  readonly image: SeenImage | undefined
  readonly wantsJson: boolean
  /** The one tool that must be called. */
  readonly forcedTool?: string | undefined
}

/** Its bytes, or where they are to be had. */
export type SeenImage = { readonly mimeType: string; readonly base64: string } | { readonly address: string }

export interface ScriptedCall {
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, string | number>>
}

export type Answer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly ScriptedCall[] }
  | { readonly kind: 'error'; readonly status: number; readonly message: string }
