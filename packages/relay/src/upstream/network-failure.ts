/** Upstream could not be reached, or its reply broke off or is malformed. Whatever else an attempt throws is a bug of ours. */
export class NetworkFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkFailure'
  }
}

export const asNetworkFailure = (error: unknown): NetworkFailure =>
  error instanceof NetworkFailure ? error : new NetworkFailure(error instanceof Error ? error.message : String(error), { cause: error })
