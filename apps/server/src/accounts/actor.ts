/** Who is calling the management API, as the database says at this moment. */
export interface Actor {
  readonly id: number
  readonly username: string
  readonly role: number
  /** Somebody else set the password: nothing but changing it is allowed. */
  readonly mustChangePassword: boolean
  readonly credential: 'session' | 'access-token'
}
