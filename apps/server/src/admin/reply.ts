export interface ReplyOptions {
  readonly message?: string
  readonly extra?: Readonly<Record<string, unknown>>
  /** False for a failure that was looked for, such as a failed test: it carries figures that a refusal has no place for. */
  readonly isSuccess?: boolean
  /** Around the rows of a list, in the form that new-api's clients read. */
  readonly page?: ReplyPage
}

export interface ReplyPage {
  readonly total: number
  readonly page: number
  readonly page_size: number
}

/** What a handler returns when plain data is not enough. */
export class Reply<T> {
  readonly data: T
  readonly isSuccess: boolean
  readonly message: string
  readonly extra: Readonly<Record<string, unknown>>
  readonly page: ReplyPage | undefined

  constructor(data: T, options: ReplyOptions = {}) {
    this.data = data
    this.isSuccess = options.isSuccess ?? true
    this.message = options.message ?? ''
    this.extra = options.extra ?? {}
    this.page = options.page
  }
}
