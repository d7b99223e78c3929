import { NetworkFailure } from '@weir/relay/upstream/network-failure'

/** The request was aborted before its reply. */
export class Cancelled extends NetworkFailure {
  constructor() {
    super('the request was cancelled')
    this.name = 'Cancelled'
  }
}
