/** The call holds something that this upstream's wire cannot carry and that must not be left out silently. */
export class UnsupportedInput extends Error {
  /** The field of the caller's body, such as `messages[2].content`. */
  readonly param: string

  constructor(param: string, message: string) {
    super(message)
    this.name = 'UnsupportedInput'
    this.param = param
  }
}
