/** The channel's key does not have the form its provider needs, so no request can be made with it. Never carries the key itself. */
export class UnusableKey extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnusableKey'
  }
}
