export type Attributes = Readonly<Record<string, string | number | boolean>>

/** One piece of work of a trace that has ended. Times in milliseconds since the epoch, with a fraction. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly traceState: string
  readonly name: string
  readonly kind: 'server' | 'client'
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  readonly isError: boolean
}

/** Where and by whom all of it was measured. */
export interface Resource {
  readonly attributes: Attributes
  readonly scope: { readonly name: string; readonly version: string }
}
