/** Who is calling the management API, as the database says at this moment. */
export interface Actor {
  readonly id: number
  readonly username: string
  readonly role: number
  /** That of the account when the call came in; absent where there is no account. */
  readonly authVersion?: number
  /** `command`: who runs a command on the server itself has no account and root's rights. */
  readonly credential: 'session' | 'access-token' | 'command'
  /** Of a session alone: calls with an access token are made by programs, which have no second factor to show. */
  readonly session?: ActorSession
}

export interface ActorSession {
  readonly idHash: string
  /** `awaited`: to be shown before this session is good for anything; `missing`: to be set up before anything else. */
  readonly factor: 'none' | 'shown' | 'awaited' | 'missing'
  /** A password or a factor was shown within the last ten minutes. */
  readonly isConfirmed: boolean
}
