/** A reply that may go on after it was given. */
export interface Ending {
  /** Of a stream alone: calls back when it is settled, on whichever way it ended. */
  readonly onEnd?: (listener: () => void) => void
}

/** What this process takes on at once. Asked for every request, before anything of it is read or held. */
export interface LoadGuard {
  /** Throws where nobody can be let in, whoever they are. */
  requireRoom(): void
  /** Runs until its reply has ended, a stream until it is settled. Rejects where this user cannot be let in. */
  runRequest<Reply extends Ending>(userId: number, work: () => Promise<Reply>): Promise<Reply>
  runStream<Reply extends Ending>(userId: number, work: () => Promise<Reply>): Promise<Reply>
  /** Takes both places, for what ends by itself. Returns how to give them back. */
  openSession(userId: number): () => void
  readonly running: number
  readonly openStreams: number
}
