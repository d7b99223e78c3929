/** Nobody waits for the reply any more. */
export class CalledOff extends Error {
  constructor() {
    super('the request was called off')
    this.name = 'CalledOff'
  }
}
