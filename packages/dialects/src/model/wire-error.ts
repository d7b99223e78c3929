/** An error as the caller reads it. */
export interface WireError {
  readonly message: string
  readonly type: string
  readonly param?: string | null
  readonly code?: string | null
}
