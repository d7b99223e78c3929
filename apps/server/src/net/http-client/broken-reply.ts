/** What came is not a reply that can be understood. */
export class BrokenReply extends Error {
  constructor(why: string) {
    super(`upstream's reply is broken: ${why}`)
    this.name = 'BrokenReply'
  }
}
