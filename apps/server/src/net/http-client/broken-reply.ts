import { NetworkFailure } from '@weir/relay/upstream/network-failure'

/** What came is not a reply that can be understood. */
export class BrokenReply extends NetworkFailure {
  constructor(why: string) {
    super(`upstream's reply is broken: ${why}`)
    this.name = 'BrokenReply'
  }
}
