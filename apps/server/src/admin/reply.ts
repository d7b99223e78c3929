export interface ReplyOptions {
  readonly message?: string
  readonly extra?: Readonly<Record<string, unknown>>
  /** False for a failure that was looked for, such as a failed test: it carries figures that a refusal has no place for. */
  readonly isSuccess?: boolean
}

/** What a handler returns when plain data is not enough. */
export class Reply<T> {
  readonly data: T
  readonly isSuccess: boolean
  readonly message: string
  readonly extra: Readonly<Record<string, unknown>>

  constructor(data: T, options: ReplyOptions = {}) {
    this.data = data
    this.isSuccess = options.isSuccess ?? true
    this.message = options.message ?? ''
    this.extra = options.extra ?? {}
  }
}
